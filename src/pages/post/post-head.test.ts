import { expect, test } from 'vitest'
import type { Site } from '#site/contract/site.endpoints.ts'
import type { PostPageData } from './load-post.ts'
import { postHead } from './post-head.ts'

const headOf = (parts: Partial<PostPageData['post']>) => {
  const post = { content: '<p>A</p>', title: 'A', slug: 'a', image: '', category: 'life', ...parts } as PostPageData['post']
  const site = { publicUrl: 'http://a.test', name: 'A', author: '', categories: { own: [], renamed: [], hidden: [] } } as unknown as Site
  return postHead(
    { post, comments: { comments: [], startIndex: 0, total: 0 }, likes: { likes: 0, likedBy: [] }, recent: [], callToAction: null },
    site,
  )
}

const describeBody = (content: string) => headOf({ content }).description

test('a description is cut to fit, and has all of a short text', () => {
  expect(describeBody('<p>All of it.</p>')).toBe('All of it.')
  expect(describeBody(`<p>${'words '.repeat(400)}</p>`)).toMatch(/^(words )+words…$/)
})

test('a body that opens with pictures is described by the words after them', () => {
  const picture = `<figure><img src="/files/2026/08/${'a'.repeat(120)}.webp" alt="${'In the garden '.repeat(8)}"></figure>`
  expect(describeBody(`${picture.repeat(4)}<p>The words.</p>`)).toBe('The words.')
})

import { expect, test } from 'vitest'
import type { Site } from '#contract/endpoints/site.ts'
import type { PostPageData } from './load-post.ts'
import { postHead, visibleText } from './post-head.ts'

test('keeps the words of a body and none of its markup', () => {
  expect(visibleText('<h2>One</h2><p>two &amp; <b>three</b>.</p><p>a&nbsp;b &lt;i&gt;</p>', 100)).toBe('One two & three. a b <i>')
})

test('a body that is cut inside a tag leaves no half of it', () => {
  expect(visibleText(`${'x'.repeat(1498)}<strong>y</strong>`, 1500)).toBe('x'.repeat(1498))
})

const describeBody = (content: string) => {
  const post = { content, title: 'A', slug: 'a', image: '' } as PostPageData['post']
  return postHead({ post, comments: null, recent: [] }, { publicUrl: 'http://a.test', name: 'A', author: '' } as Site).description
}

test('a preview says as much as has room, and all of a short text', () => {
  expect(describeBody('<p>All of it.</p>')).toBe('All of it.')
  expect(describeBody(`<p>${'words '.repeat(400)}</p>`)).toMatch(/^(words )+words…$/)
})

test('a body that opens with pictures is described by the words after them', () => {
  const picture = `<figure><img src="/files/2026/08/${'a'.repeat(120)}.webp" alt="${'In the garden '.repeat(8)}"></figure>`
  expect(describeBody(`${picture.repeat(4)}<p>The words.</p>`)).toBe('The words.')
})

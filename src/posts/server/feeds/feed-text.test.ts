import { expect, it } from 'vitest'
import { summaryOf, toFeedHtml } from './feed-text.ts'

const place = { publicUrl: 'https://blog.example', url: 'https://blog.example/post/first' }
const FILE = '/files/AAAAAAAAAAAAAAAA/1700000000000-first'
const body = `<p>Said<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><figure><audio controls src="${FILE}.mp3"></audio><figcaption>Sung</figcaption></figure><video controls="" poster="${FILE}.jpg" src="${FILE}.mp4"><track default src="${FILE}.vtt"></video><p><a href="${FILE}.pdf">Letter</a></p>`

it('Links and media have absolute URLs in a feed', () => {
  const html = toFeedHtml(body, { ...place, hasPictures: true })
  for (const ending of ['mp3', 'mp4', 'jpg', 'vtt', 'pdf']) expect(html).toContain(`="https://blog.example${FILE}.${ending}"`)
  expect(html).toContain('href="https://blog.example/post/first#fn-1"')
  expect(html).not.toMatch(/="[/#]/)
})

it('Media that a feed reader cannot open are replaced with links to the post', () => {
  const html = toFeedHtml(body, { ...place, hasPictures: false })
  expect(html).toContain(
    '<figure><a href="https://blog.example/post/first">Sound</a><figcaption>Sung</figcaption></figure><a href="https://blog.example/post/first">A film</a>',
  )
  expect(html).not.toMatch(/<(audio|video|track)/)
})

it('A summary contains the text of all elements', () => {
  expect(summaryOf('<dl><dt>Hb</dt><dd>low</dd></dl><details><summary>More</summary><p>inside</p></details>')).toBe('Hb low More inside')
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryWords } from './delivery-words.tsx'

test.each([
  [{ sent: 3, waiting: 1, failed: 0 }, ' · mailed to 3, 1 waiting'],
  [{ sent: 0, waiting: 2, failed: 0 }, ' · 2 waiting'],
  [{ sent: 0, waiting: 0, failed: 1 }, ' · 1 failed'],
  [{ sent: 0, waiting: 0, failed: 0 }, ' · mailed to nobody'],
])('The mails %j are described without a zero', (counts, words) => {
  const post = { _id: 'p', title: '', slug: '', sendAt: '', isQueued: true, ...counts }
  expect(renderToStaticMarkup(createElement(DeliveryWords, { post: post as never }))).toBe(words)
})

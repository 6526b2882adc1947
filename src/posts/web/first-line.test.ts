import { expect, it } from 'vitest'
import { firstLine } from './first-line.ts'

it.each([
  ['<p>We went.</p><p>And came back.</p>', 'We went.'],
  ['<h2>Monday</h2><p class="ql-align-center">Tea &amp; <strong>toast</strong>,<br>5 &lt; 6</p>', 'Tea & toast, 5 < 6'],
  ['<p><img src="/files/a.webp" alt="a > b"></p><p> </p><p>After the photo.</p>', 'After the photo.'],
  [`<p>${'word '.repeat(40)}</p>`, `${'word '.repeat(13).trim()}…`],
  [`<p>${'家'.repeat(200)}</p>`, `${'家'.repeat(64)}…`],
  ['<figure><img src="/files/a.webp" alt=""></figure>', ''],
  ['<pre><code>x</code></pre>', ''],
  ['<p>un<em>believ</em>able, 10 mg of <a href="/a">Keppra</a>, then</p>', 'unbelievable, 10 mg of Keppra, then'],
  [`<p>日本語 ${'家'.repeat(200)}</p>`, `日本語 ${'家'.repeat(60)}…`],
  ['', ''],
])('The first line of %s', (body, line) => {
  expect(firstLine(body)).toBe(line)
})

it('A surrogate pair at the end is whole, and a body of any length is read in no time', () => {
  expect(firstLine(`<p>${'👩'.repeat(100)}</p>`).isWellFormed()).toBe(true)
  expect(firstLine(`<p>${'<'.repeat(100_000)}`).length).toBeLessThan(100)
})

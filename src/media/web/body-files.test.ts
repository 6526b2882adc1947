import { expect, it } from 'vitest'
import { HtmlChanges } from '#platform/contract/read-html.ts'
import { addFiles } from './body-files.ts'

const FOLDER = '/files/AbCdEfGhIjKlMn-_/1763640000000-'

const withFiles = (html: string): string => {
  const changes = new HtmlChanges(html)
  addFiles(changes)
  return changes.toString()
}

it('A document that stands alone is a card with its type, size and pages', () => {
  const link = `<a href="${FOLDER}plan_b348160p3.pdf">Discharge plan</a>`
  const card = `<a href="${FOLDER}plan_b348160p3.pdf" class="document-card">Discharge plan <small>PDF, 340 KB, 3 pages</small></a>`
  for (const [before, after] of [
    ['<p>', '</p>'],
    ['<figure>', '</figure>'],
    ['<figure>', '<figcaption>March</figcaption></figure>'],
  ]) {
    expect(withFiles(`<p>x</p>${before}${link}${after}`)).toBe(`<p>x</p>${before}${card}${after}`)
  }
})

it('A document of an older version has no facts, and a link within a sentence stays a link', () => {
  expect(withFiles(`<p><a href="${FOLDER}plan.doc">Plan</a></p>`)).toBe(`<p><a href="${FOLDER}plan.doc" class="document-card">Plan</a></p>`)
  for (const html of [
    `<p>See <a href="${FOLDER}plan.pdf">the plan</a>.</p>`,
    '<p><a href="https://example.org/a.pdf">a</a></p>',
    '<p><a href="/x">a</a></p>',
  ])
    expect(withFiles(html)).toBe(html)
})

it('A video that not every device plays has a line that offers the file itself', () => {
  const video = `${FOLDER}steps_b1572864s20w640h480x.mp4`
  expect(withFiles(`<figure><video controls src="${video}"></video></figure>`)).toBe(
    `<figure><video controls src="${video}"></video><p class="media-note">Not every device plays this. <a href="${video}" download="">Download it</a> (1.5 MB).</p></figure>`,
  )
  const usual = `<video controls src="${FOLDER}steps_b9s20w640h480.mp4"></video>`
  expect(withFiles(usual)).toBe(usual)
})

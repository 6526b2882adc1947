import assert from 'node:assert/strict'
import type { Journey } from '#tests/browsers/journey.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { uploadAs } from '#tests/support/media/upload-as.ts'
import { getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { article, banner, button, dialog, field, heading, link, main, text } from '#tests/browsers/target.ts'

const PHONE_WIDTH = 360

/**
 * Where the first line of a long German word ends, in the post and in a paragraph of the same width that is German for
 * certain; null on one line. Not every browser has the dictionary.
 */
const READ_HYPHENS = `
  const endOf = (element) => {
    const [text, range] = [element.firstChild, document.createRange()]
    const topOf = (index) => { range.setStart(text, index); range.setEnd(text, index + 1); return range.getBoundingClientRect().top }
    const at = text.data.indexOf('Krankenhausverwaltung')
    for (let index = at + 1; index < text.length; index += 1) if (topOf(index) > topOf(at) + 2) return index - at
    return null
  }
  const paragraph = document.querySelector('.post-body p')
  const probe = paragraph.cloneNode(true)
  probe.lang = 'de'
  probe.style.hyphens = 'auto'
  paragraph.after(probe)
  const found = [endOf(paragraph), endOf(probe)]
  probe.remove()
  return found`

export const readingJourneys: readonly Journey[] = [
  {
    title: 'A visitor reads the home page, opens a post and goes back',
    async run({ page }) {
      await page.open('/')
      await page.waitFor(heading('Recent Posts'))
      const title = await page.read({ role: 'heading', within: article })
      await page.click(link(title, article))
      await page.waitForAddress(/^\/post\//)
      await page.waitFor(heading(title, main))
      await page.waitFor(text(/^\d+ mins read$/))
      await page.waitFor(text(/^You must be signed in to comment\./))
      await page.waitFor(heading('Recent Articles'))
      await page.goBack()
      await page.waitForAddress('/')
      await page.waitFor(heading('Recent Posts'))
      await page.waitForCount(article, 9)
    },
  },
  {
    title: 'A visitor searches from the header and filters the results',
    async run({ page }) {
      await page.open('/')
      await page.fill(field('Search posts', banner), 'bus')
      await page.press('Enter')
      await page.waitForAddress('/search?search=bus')
      await page.waitFor(heading('Posts Results:'))
      await page.waitFor(article)
      await page.waitForValue(field('Search Term'), 'bus')
      await page.fill(field('Search Term'), '')
      await page.choose(field('Sort'), 'Oldest')
      await page.choose(field('Category'), 'Medical')
      await page.click(button('Apply Filters'))
      await page.waitForAddress('/search?searchTerm=&sort=asc&category=medical')
      await page.waitFor(text('medical', article))
    },
  },
  {
    title: 'A visitor chooses the dark theme, and a reload keeps it',
    async run({ page }) {
      await page.open('/about')
      await page.waitFor(button('Toggle theme'))
      const light = await page.readBackground()
      await page.click(button('Toggle theme'))
      await page.waitForBackground((colour) => colour !== light)
      const dark = await page.readBackground()
      await page.reload()
      await page.waitForBackground((colour) => colour === dark)
      await page.click(button('Toggle theme'))
      await page.waitForBackground((colour) => colour === light)
    },
  },
  {
    title: 'A visitor finds every page in the menu of a narrow window',
    async run({ page }) {
      await page.resize(PHONE_WIDTH, 740)
      await page.open('/')
      assert.equal(await page.run('return innerWidth'), PHONE_WIDTH)
      const menu = button('Menu', banner)
      await page.waitForNo(link('About', banner))
      await page.click(menu)
      await page.click(link('About', banner))
      await page.waitFor(heading('About Our Blog'))
      await page.waitForNo(link('About', banner))
      await page.click(menu)
      await page.fill(field('Search posts', banner), 'bus')
      await page.press('Enter')
      await page.waitForAddress('/search?search=bus')
      await page.click(link('Sign In', banner))
      await page.waitFor(button('Sign In', main))
    },
  },
  {
    title: 'A visitor opens a photo of a post over the page, goes on to the next one, and comes back to it',
    async run({ page, callAs }) {
      const admin = await callAs(ADMIN)
      const addresses = await uploadAs(admin, [
        [1200, 800],
        [800, 1200],
      ])
      const pictures = addresses.map((address, index) => `<img src="${address}" alt="Photo ${index + 1}">`)
      const { slug } = await admin.api(createPost, { body: { title: 'Two photos', content: `<p>Words</p>${pictures.join('')}` } })
      await page.open(`/post/${slug}`)
      await page.click(link('Photo 1'))
      await page.waitFor(text('1 of 2', dialog))
      await page.waitForPicture({ role: 'image', name: 'Photo 1', within: dialog }, (address) => address !== '')
      await page.press('ArrowRight')
      await page.waitFor(text('2 of 2', dialog))
      await page.waitForPicture({ role: 'image', name: 'Photo 2', within: dialog }, (address) => address !== '')
      await page.press('Escape')
      await page.waitForNo(dialog)
      await page.waitForFocus(link('Photo 2'))
      await page.click(link('Photo 1'))
      await page.waitFor(text('1 of 2', dialog))
      await page.goBack()
      await page.waitForNo(dialog)
      await page.waitForAddress(`/post/${slug}`)
      await page.waitForFocus(link('Photo 1'))
    },
  },
  {
    title: 'A long word of a German post breaks on a phone as German words do, after the language was chosen',
    async run({ page, callAs }) {
      const { api } = await callAs(ADMIN)
      const { dateLanguage } = await api(getSettings)
      await api(updateSettings, { body: { dateLanguage: 'de' } })
      const content = '<p>Heute Morgen kam die Krankenhausverwaltung zu uns.</p>'
      const { slug } = await api(createPost, { body: { title: 'Ein langes Wort', content } })
      await page.resize(PHONE_WIDTH, 740)
      await page.open(`/post/${slug}`)
      await page.waitFor(text(/Krankenhausverwaltung/))
      const [found, german] = (await page.run(READ_HYPHENS)) as [number | null, number | null]
      assert.equal(found, german)
      if (found !== null) assert.ok([7, 11, 14, 17].includes(found), `it breaks after ${found} letters`)
      await api(updateSettings, { body: { dateLanguage } })
    },
  },
]

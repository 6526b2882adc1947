import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openingOfPost } from '#newsletter/server/compose/post-mails.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { getDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { chooseFiles, storedPictures } from '#tests/support/browser/editor-files.ts'
import { READERS } from '#tests/support/feeds/feed-readers.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { linesOf } from '#tests/cases/pasted/lines-of.ts'
import { linesOfMail, PASTED_TEXTS } from '#tests/cases/pasted/pasted-texts.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor, openNewPost, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectCount } from '#tests/support/browser/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api

const draft = async () => (await (await asAdmin())(getDraft, { params: { postId: 'new' } })).draft?.content

const give = (page: Page, data: Readonly<Record<string, string>>) =>
  bodyEditor(page).evaluate((body, parts) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(parts)) clipboardData.setData(type, text)
    ;(body as HTMLElement).focus()
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
const paste = (page: Page, html: string) => give(page, { 'text/html': html })

/** Without the empty paragraph after a table, where one can go on writing. */
const linesIn = async (locator: Locator): Promise<string[]> => {
  const lines = await locator.evaluate(linesOf)
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}

async function linesInFeed(page: Page, title: string): Promise<string[]> {
  const { posts } = READERS.rss(await (await fetch(`${journeys.blog.url}/rss.xml`)).text())
  const html = posts.find((post) => post.title === title)?.html ?? ''
  const reader = await page.evaluateHandle((text) => {
    const element = document.createElement('article')
    element.innerHTML = text.replaceAll(/(href=")[^"]*(?=#fn)/g, '$1')
    return document.body.appendChild(element)
  }, html)
  return linesIn(reader.asElement() as never)
}

describe('Text from elsewhere', () => {
  it.each(PASTED_TEXTS)(
    'A text of $program looks the same in the editor, after a reload, on its page, in the feed and in mails',
    async (pasted) => {
      const { program, html, text = '', lines } = pasted
      const { page } = await openNewPost(journeys)
      await give(page, { ...(html === undefined ? {} : { 'text/html': html }), 'text/plain': text })
      await expect.poll(() => linesIn(bodyEditor(page))).toEqual(lines)
      await expectCount(page.getByText('could not be taken along'), 0)
      // A letter and its deletion, so that the draft that is read is the newest.
      await page.keyboard.type('~')
      await expect.poll(draft).toContain('~')
      await page.keyboard.press('Backspace')
      await expect.poll(draft).not.toContain('~')
      const content = (await draft()) ?? ''
      await page.reload()
      await bodyEditor(page).waitFor()
      await expect.poll(() => linesIn(bodyEditor(page))).toEqual(lines)
      const { slug } = await (await asAdmin())(createPost, { body: { title: `Of ${program}`, content } })
      await page.goto(`${journeys.blog.url}/post/${slug}`)
      expect(await linesIn(page.locator('.post-body'))).toEqual(lines)
      expect(await linesInFeed(page, `Of ${program}`)).toEqual(lines)
      const mail = openingOfPost(content, 10_000).paragraphs.flatMap((paragraph) => paragraph.split('\n'))
      expect(mail.map((line) => line.replaceAll('\u00A0', ' ').trimEnd())).toEqual(linesOfMail(lines))
    },
  )

  it('A footnote that is pasted twice has two numbers, and each leads to its own note', async () => {
    const { page } = await openNewPost(journeys)
    const note = '<p>Said<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol class="footnotes"><li id="fn-1"><p>There</p></li></ol>'
    await paste(page, note)
    await expectCount(bodyEditor(page).locator('[id="fn-1"]'), 1)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await paste(page, note)
    const ids = () => bodyEditor(page).evaluate((body) => [...body.querySelectorAll('[id^=fn]')].map(({ id }) => id))
    const links = () => bodyEditor(page).evaluate((body) => [...body.querySelectorAll('a')].map((link) => link.getAttribute('href')))
    await expect.poll(ids).toEqual(['fnref-1', 'fn-1', 'fnref-2', 'fn-2'])
    expect(await links()).toEqual(['#fn-1', '#fn-2'])
  })

  it('Enter in a footnote begins an item that has no number of its own', async () => {
    const { page } = await openNewPost(journeys)
    await paste(page, '<p>Said<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol class="footnotes"><li id="fn-1"><p>There</p></li></ol>')
    await bodyEditor(page).getByText('There').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('More')
    await expectCount(bodyEditor(page).locator('li'), 2)
    await expectCount(bodyEditor(page).locator('[id="fn-1"]'), 1)
  })

  it('Empty lines are copied within the text', async () => {
    const { page } = await openNewPost(journeys)
    await give(page, { 'text/plain': 'one\n\n\ntwo  words' })
    await page.keyboard.press('Control+a')
    const data = await bodyEditor(page).evaluate((body) => {
      const clipboardData = new DataTransfer()
      body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return { 'text/html': clipboardData.getData('text/html'), 'text/plain': clipboardData.getData('text/plain') }
    })
    await page.keyboard.press('Control+End')
    // The editor hears of the caret a moment later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await page.keyboard.press('Enter')
    await give(page, data)
    await expect.poll(() => linesIn(bodyEditor(page))).toEqual(['one', '', 'two  words', 'one', '', 'two  words'])
  })

  it('The link of a picture stays when its text is edited, and its caption', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const picture = '<img src="/drawings/cover/hills.svg" alt="Hills">'
    const linked = `<a href="https://example.org/big" target="_blank" rel="noopener noreferrer">${picture}</a>`
    const content = `<p>One</p>${linked}<p>Two</p><figure><a href="/about">${picture}</a><figcaption>Ours</figcaption></figure>`
    const { _id: postId } = await api(createPost, { body: { title: 'Linked', content } })
    const edited = async () => (await api(getDraft, { params: { postId } })).draft?.content
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open(`/update-post/${postId}`)
    await bodyEditor(page).getByText('One').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' more')
    await expect.poll(edited).toBe(content.replace('One', 'One more'))
    await page.reload()
    await bodyEditor(page).getByText('Ours').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' own')
    await expect.poll(edited).toBe(content.replace('One', 'One more').replace('Ours', 'Ours own'))
  })

  it('Pictures that cannot be taken along are counted, those of this blog are taken', async () => {
    const { page } = await openNewPost(journeys)
    const src = `${journeys.blog.url}/drawings/cover/hills.svg`
    await paste(
      page,
      `<p>Two</p><img src="https://example.org/a.jpg"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="${src}">`,
    )
    await page.getByText('2 pictures could not be taken along.').waitFor()
    await expect.poll(draft).toContain('<img src="/drawings/cover/hills.svg"')
    await paste(page, '<p>None</p>')
    await expectCount(page.getByText('could not be taken along'), 0)
  })

  it('A photo that is added within a word stands below its paragraph, and between two sentences where it was added', async () => {
    const { page } = await openNewPost(journeys)
    await writeBody(page, 'We drove home. It rained.')
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('-')
    await chooseFiles(page, [await pictureFile('below.png')])
    await expectCount(storedPictures(page), 1)
    await bodyEditor(page).focus()
    await page.keyboard.press('Control+Home')
    for (let letter = 0; letter < 'We drove home.'.length; letter += 1) await page.keyboard.press('ArrowRight')
    // The editor reads the cursor's place a moment after a key, and at once when it is typed in.
    await page.keyboard.type('!')
    await chooseFiles(page, [await pictureFile('between.png')])
    await expectCount(storedPictures(page), 2)
    await expect
      .poll(draft)
      .toEqual(expect.stringMatching(/^<p>We drove home\.!<\/p><img [^>]*between[^>]*><p> ?It rain-ed\.<\/p><img [^>]*below[^>]*>/))
  })
})

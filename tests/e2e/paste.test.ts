import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDraft } from '#writing/contract/writing.endpoints.ts'
import { ADMIN } from '#tests/support/accounts.ts'
import { choosePictures, storedPictures } from '#tests/support/editor-pictures.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { pictureFile } from '#tests/support/picture-files.ts'
import { bodyEditor, deleteDrafts, writeBody } from '#tests/support/post-form-screen.ts'
import { expectCount } from '#tests/support/visit.ts'

const journeys = useJourneys()
const asAdmin = async () => (await journeys.callAs(ADMIN)).api
beforeEach(async () => deleteDrafts(await asAdmin()))

const draft = async () => (await (await asAdmin())(getDraft, { params: { postId: 'new' } })).draft?.content

async function openForm() {
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open('/create-post')
  await bodyEditor(page).waitFor()
  return page
}

const paste = (page: Page, html: string) =>
  bodyEditor(page).evaluate((body, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    ;(body as HTMLElement).focus()
    body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

const item = (level: number, marker: string, text: string) =>
  `<p class="MsoListParagraph" style="margin-left:36pt;mso-list:l0 level${level} lfo1"><!--[if !supportLists]--><span style="mso-list:Ignore">${marker}<span style="font:7pt">&nbsp;&nbsp; </span></span><!--[endif]-->${text}<o:p></o:p></p>`

describe('Text from elsewhere', () => {
  it('Lists and headings of Word stay lists and headings', async () => {
    const page = await openForm()
    const items = [item(1, '·', 'Bring'), item(2, 'o', 'the pump'), item(2, 'o', 'its cable'), item(1, '·', 'Ring')].join('')
    const numbers = [item(1, '1.', 'Look at her'), item(1, '2.', 'Count')].join('')
    await paste(
      page,
      `<html><head><style>p.MsoNormal {color: red}</style></head><body><h1>The night</h1>${items}<p>In this order:</p>${numbers}<h1>The morning</h1>${item(1, '1.', 'Tea')}</body></html>`,
    )
    await expect
      .poll(draft)
      .toEqual(
        '<h2>The night</h2><ul><li><p>Bring</p><ul><li><p>the pump</p></li><li><p>its cable</p></li></ul></li><li><p>Ring</p></li></ul><p>In this order:</p><ol><li><p>Look at her</p></li><li><p>Count</p></li></ol><h2>The morning</h2><ol><li><p>Tea</p></li></ol>',
      )
  })

  it('Pictures that cannot be taken along are counted, those of this blog are taken', async () => {
    const page = await openForm()
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
    const page = await openForm()
    await writeBody(page, 'We drove home. It rained.')
    for (let letter = 0; letter < 3; letter += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('-')
    await choosePictures(page, [await pictureFile('below.png')])
    await expectCount(storedPictures(page), 1)
    await bodyEditor(page).focus()
    await page.keyboard.press('Control+Home')
    for (let letter = 0; letter < 'We drove home.'.length; letter += 1) await page.keyboard.press('ArrowRight')
    // The editor reads the cursor's place a moment after a key, and at once when it is typed in.
    await page.keyboard.type('!')
    await choosePictures(page, [await pictureFile('between.png')])
    await expectCount(storedPictures(page), 2)
    await expect
      .poll(draft)
      .toEqual(expect.stringMatching(/^<p>We drove home\.!<\/p><img [^>]*between[^>]*><p> ?It rain-ed\.<\/p><img [^>]*below[^>]*>/))
  })
})

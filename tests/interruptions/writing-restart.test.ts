import { expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { expectText } from '#tests/support/browser/visit.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'

const journeys = useJourneys({ PORT: String(await findFreePort()) })

it('A draft survives a killed server', async () => {
  const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
  expectProblem(/ERR_CONNECTION_REFUSED/)
  await open('/create-post')
  await bodyEditor(page).waitFor()
  await page.getByLabel('Title').fill('Through a power cut')
  await writeBody(page, 'Before.')
  await expectText(saveStatus(page), 'Saved on the server')
  await journeys.blog.crash()
  await writeBody(page, ' During.')
  await expectText(saveStatus(page), 'Offline: saved on this device')
  await journeys.start()
  await expectText(saveStatus(page), 'Saved on the server')
  const { api } = await journeys.callAs(ADMIN)
  expect(await readDrafts(api)).toMatchObject([{ title: 'Through a power cut', content: '<p>Before. During.</p>' }])
})

import { afterAll, expect, it, onTestFinished } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { openBrowser } from '#tests/support/browser/journey.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { bodyEditor, saveStatus, writeBody } from '#tests/support/browser/post-form-screen.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { readDrafts } from '#tests/support/writing/read-drafts.ts'
import { createVisit, expectText } from '#tests/support/browser/visit.ts'

let blog: BlogProcess
afterAll(async () => blog?.stop())

it('A draft survives a killed server and a closed browser', async () => {
  const settings = { DATA_DIR: makeFolder(), PORT: String(await findFreePort()) }
  blog = await startBlogProcess(settings)
  const { email, username, password } = ADMIN
  await blog.command('user', 'create', '--admin', '--email', email, '--username', username, '--password', password)
  const { storageState, api } = await callAs(blog.url, ADMIN)
  const context = await (await openBrowser()).newContext({ baseURL: blog.url, storageState, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const visit = await createVisit(context, blog.url)
  visit.expectProblem(/ERR_CONNECTION_REFUSED/)
  await visit.open('/create-post')
  await bodyEditor(visit.page).waitFor()
  await visit.page.getByLabel('Title').fill('Through a power cut')
  await writeBody(visit.page, 'Before.')
  await expectText(saveStatus(visit.page), 'Saved on the server')
  await blog.crash()
  await writeBody(visit.page, ' During.')
  await expectText(saveStatus(visit.page), 'Offline: saved on this device')
  blog = await startBlogProcess(settings)
  await expectText(saveStatus(visit.page), 'Saved on the server')
  expect(await readDrafts(api)).toMatchObject([{ title: 'Through a power cut', content: '<p>Before. During.</p>' }])
  visit.reportProblems(false)
})

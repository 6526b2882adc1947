import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog-process.ts'
import { choosePictures, storedPictures } from '#tests/support/editor-pictures.ts'
import { getAs } from '#tests/support/get-as.ts'
import { openBrowser } from '#tests/support/journey.ts'
import { pictureFile } from '#tests/support/picture-files.ts'
import { bodyEditor } from '#tests/support/post-form-screen.ts'
import { accountMenu } from '#tests/support/session-screens.ts'
import { createVisit } from '#tests/support/visit.ts'

/** Names and things of the family in `samples/`, and of the starter family. */
const OTHERS = /\b(?:Wren|Theo|Sam|Desmond)\b|[Tt]he 14|number 14|knitted hare|tube-fed|ventilator|The Kindred family/

let blog: BlogProcess
let browser: Browser
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-setup-'))
  ;[blog, browser] = await Promise.all([startBlogProcess({ DATA_DIR: folder }), openBrowser()])
})
afterAll(async () => {
  await blog?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('On a phone, the first post with five photos is at most forty taps from the printed link', async () => {
  const readLink = () => /open this link: {2}(\S+)/.exec(blog.output())?.[1] ?? ''
  await expect.poll(readLink).not.toBe('')
  const link = readLink()
  expect(link).toMatch(/\/setup#[\w-]{43}$/)
  const context = await browser.newContext({
    baseURL: blog.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  onTestFinished(() => context.close())
  const visit = await createVisit(context, blog.url)
  const { page } = visit
  await page.goto(`${blog.url}/setup`)
  await page.getByText('This page needs the link').waitFor()
  const readText = async (path: string) => (await fetch(blog.url + path)).text()
  let taps = 0
  const tap = async (name: string | RegExp, role: 'button' | 'link' | 'radio' | 'text' = 'button') => {
    taps += 1
    const target = role === 'text' ? page.getByText(name) : page.getByRole(role, { name })
    await (role === 'radio' ? target.check({ force: true }) : target.click())
  }
  const fill = async (label: string, value: string) => {
    taps += 1
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  // As in a new tab, in which a link in the log opens.
  await page.goto('about:blank')
  await page.goto(link)
  await fill('Username', 'mara')
  await fill('Email', 'mara@example.org')
  visit.expectProblem(/status of 400/)
  await page.getByLabel('Email', { exact: true }).fill('mara')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.getByRole('link', { name: 'Password: Password must be between 8 and 128 characters.' }).waitFor()
  await page.getByRole('link', { name: 'Email: Please enter a valid email address.' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill('mara@example.org')
  await fill('Password', 'iloveyou')
  await tap('Create my account')
  await page.getByText('This password is one of the first that others would try.').first().waitFor()
  await fill('Password', 'a long password')
  await tap('Create my account')

  await page.getByRole('heading', { name: 'Your blog' }).waitFor()
  expect(page.url()).toBe(`${blog.url}/setup/steps`)
  await accountMenu(page).waitFor()
  // The form does not suggest the software's own name.
  for (const label of ['Name of the blog', 'Who writes']) expect(await page.getByLabel(label).inputValue()).toBe('')
  await fill('Name of the blog', 'Three and a bus')
  await fill('Who writes', 'Mara and Jon')
  await fill('Contact', 'hello@example.org')
  await tap('Go on')
  await page.getByRole('heading', { name: 'How it looks' }).waitFor()
  await tap('Lake', 'radio')
  await tap('Go on')
  await page.getByRole('heading', { name: 'Who may come in' }).waitFor()
  // The blog is only for the family until its admin chooses otherwise.
  expect(await page.getByRole('radio', { name: 'Only the family' }).isChecked()).toBe(true)
  expect(await readText('/')).toContain('only for the people whom its family lets in')
  await tap('Everybody may read', 'radio')
  await tap('Go on')
  await page.getByRole('heading', { name: 'Comments' }).waitFor()
  await tap('Go on')
  await page.getByRole('heading', { name: 'Who can read it' }).waitFor()
  await page.getByRole('link', { name: 'move in' }).waitFor()
  await tap('On the command line', 'text')
  await page.getByText('npm run blog -- import FILE').waitFor()
  await tap('Write the first post', 'link')
  await fill('Title', 'The first day')
  taps += 1
  await bodyEditor(page).click()
  await page.keyboard.type('We begin.')
  // 'Picture', then in the phone's own gallery five photos and 'Add'.
  taps += 7
  await choosePictures(page, await Promise.all([1, 2, 3, 4, 5].map((number) => pictureFile(`photo-${number}.png`))))
  await expect.poll(() => storedPictures(page).count()).toBe(5)
  await tap('Publish')
  await page.waitForURL('**/post/the-first-day')
  expect(taps).toBeLessThanOrEqual(40)

  // The dashboard lists the next steps until they are done or hidden.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${blog.url}/dashboard`)
  const list = page.getByRole('region', { name: 'First steps' })
  await list.getByText('2 of 6 done').waitFor()
  await list.getByRole('heading', { name: 'Publish the first post (done)' }).waitFor()
  await list.getByRole('link', { name: 'Invite people' }).click()
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const invitation = await page.getByLabel('The link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Share or copy' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invitation)
  await page.goto(`${blog.url}/dashboard`)
  await list.getByText('3 of 6 done').waitFor()
  await list.getByRole('button', { name: 'Hide this list' }).click()
  await list.waitFor({ state: 'detached' })
  await page.goto(`${blog.url}/dashboard?tab=settings&section=first-steps`)
  await page.getByRole('button', { name: 'Show the list again' }).click()
  await page.getByText('The list is on the dashboard until all of it is done.').waitFor()
  await page.goto(`${blog.url}/dashboard?tab=settings&section=backups`)
  const readDone = async () => ((await (await getAs(page, `${blog.url}/api/checklist`)).json()) as { done: string[] }).done
  await expect.poll(readDone).toEqual(['contact', 'post', 'invitation', 'backup'])

  const paths = ['/', '/about', '/projects', '/search', '/privacy-policy', '/terms', '/sign-in', '/sign-up', '/post/the-first-day']
  for (const path of [...paths, '/feed.xml', '/site.webmanifest', '/sitemap.xml', '/no-such-page', '/api/post/getposts?limit=100']) {
    expect(await readText(path), path).not.toMatch(OTHERS)
  }
  const home = await (await fetch(blog.url)).text()
  expect(home).toContain('<title>Three and a bus</title>')
  expect(home).toContain('♥ Three and a bus')
  expect(await (await fetch(`${blog.url}/terms`)).text()).toContain('hello@example.org')
  expect(await (await fetch(`${blog.url}/feed.xml`)).text()).toContain('Three and a bus')

  // The link works once, and its token was never logged.
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'This blog is set up' }).waitFor()
  const logged = blog
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.join('\n')).not.toContain(link.split('#')[1])
  visit.reportProblems(false)
})

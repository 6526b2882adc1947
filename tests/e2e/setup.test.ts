import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { chooseFiles, storedPictures } from '#tests/support/browser/editor-files.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { getAs } from '#tests/support/blog/get-as.ts'
import { visitBlog } from '#tests/support/browser/journey.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor } from '#tests/support/browser/post-form-screen.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { heading } from '#tests/support/browser/visit.ts'
import { addPasskeyDevice } from '#tests/support/sign-in/browser-passkey.ts'
import { accountMenu } from '#tests/cases/screens/session-screens.ts'

/** Names and things of the family in `samples/`, and of the starter family. */
const OTHERS = /\b(?:Wren|Theo|Sam|Desmond)\b|[Tt]he 14|number 14|knitted hare|tube-fed|ventilator|The Kindred family/

let blog: BlogProcess
beforeAll(async () => {
  blog = await startBlogProcess()
})
afterAll(() => blog?.stop())

it('On a phone, the first post with five photos is at most 24 taps from the printed link, and each question has one step back', async () => {
  const readLink = () => /open this link: {2}(\S+)/.exec(blog.output())?.[1] ?? ''
  await expect.poll(readLink).not.toBe('')
  const link = readLink()
  expect(link).toMatch(/\/setup#[\w-]{43}$/)
  const visit = await visitBlog(blog, { on: 'phone' })
  const { page, context } = visit
  await page.goto('/setup')
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
  await fill('Your name', 'Mara')
  await fill('Email', 'mara@example.org')
  visit.expectProblem(/status of 400/)
  await page.getByLabel('Email', { exact: true }).fill('mara')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Password: Password must be between 8 and 128 characters.' }).waitFor()
  await page.getByRole('link', { name: 'Email: Please enter a valid email address.' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill('mara@example.org')
  await fill('Password', 'iloveyou')
  await tap('Next')
  await page.getByText('This password is one of the first that others would try.').first().waitFor()
  await fill('Password', 'a long password')
  await tap('Next')

  const question = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor()
  await question('What is your blog called?')
  // The form does not suggest the software's own name.
  expect(await page.getByLabel('Name of the blog').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Please enter a name for the blog.').first().waitFor()
  await fill('Name of the blog', 'Three and a bus')
  await tap('Lake', 'radio')
  await tap('Next')
  await question('Who may read it?')
  // One step back, by the button of the phone, and on again: nothing is lost.
  await page.goBack()
  await question('What is your blog called?')
  expect(await page.getByLabel('Name of the blog').inputValue()).toBe('Three and a bus')
  await page.getByRole('button', { name: 'Next' }).click()
  await question('Who may read it?')
  expect(await page.getByRole('radio', { name: 'Only the family' }).isChecked()).toBe(true)
  // A reload goes on here, without the password, which is stored nowhere.
  const colour = () => page.evaluate(() => document.documentElement.style.cssText)
  const lake = await colour()
  await page.reload()
  await question('Who may read it?')
  await expect.poll(colour).toBe(lake)
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('a long password')
  await page.getByRole('button', { name: 'Back' }).click()
  await question('What is your blog called?')
  expect(await page.getByLabel('Name of the blog').inputValue()).toBe('Three and a bus')
  await page.getByRole('button', { name: 'Next' }).click()
  await question('Who may read it?')
  await page.getByLabel('Choose your password again; it was not kept').fill('a long password')
  await tap('Everybody may read', 'radio')
  await tap('Open the dashboard')
  await page.waitForURL('**/dashboard')
  await accountMenu(page).waitFor()
  await page.getByRole('region', { name: 'First steps' }).getByText('0 of 6 done').waitFor()
  await tap('Write it', 'link')
  await fill('Title', 'The first day')
  taps += 1
  await bodyEditor(page).click()
  await page.keyboard.type('We begin.')
  // 'Picture', then in the phone's own gallery five photos and 'Add'.
  taps += 7
  await chooseFiles(page, await Promise.all([1, 2, 3, 4, 5].map((number) => pictureFile(`photo-${number}.png`))))
  await expect.poll(() => storedPictures(page).count()).toBe(5)
  await tap('Publish')
  await page.waitForURL('**/post/the-first-day')
  expect(taps).toBeLessThanOrEqual(24)

  // The dashboard lists the next steps until they are done or hidden.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${blog.url}/dashboard`)
  const list = page.getByRole('region', { name: 'First steps' })
  await list.getByText('1 of 6 done').waitFor()
  await list.getByRole('heading', { name: 'Publish the first post (done)' }).waitFor()
  await list.getByRole('link', { name: 'Invite people' }).click()
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const invitation = await page.getByLabel('The link', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Share or copy' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invitation)
  await page.goto(`${blog.url}/dashboard`)
  await list.getByText('2 of 6 done').waitFor()
  await list.getByRole('button', { name: 'Hide this list' }).click()
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(heading(page))).toBe(true)
  await page.goto(`${blog.url}/dashboard?tab=settings&section=copies`)
  const readDone = async () => ((await (await getAs(page, `${blog.url}/api/checklist`)).json()) as { done: string[] }).done
  await expect.poll(readDone).toEqual(['post', 'invitation', 'backup'])

  const paths = ['/', '/about', '/projects', '/search', '/privacy-policy', '/terms', '/sign-in', '/sign-up', '/post/the-first-day']
  for (const path of [...paths, '/feed.xml', '/site.webmanifest', '/sitemap.xml', '/no-such-page', '/api/post/getposts?limit=100']) {
    expect(await readText(path), path).not.toMatch(OTHERS)
  }
  expect(await readText('/')).toContain('<title>Three and a bus</title>')

  // The link works once, and its token was never logged.
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'This blog is set up' }).waitFor()
  const logged = blog
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(logged.join('\n')).not.toContain(link.split('#')[1])
})

it('Who is refused at the end is led back to the question that it is about, and a passkey needs no password', async () => {
  // Browsers make passkeys only for host names.
  const port = String(await findFreePort())
  const url = `http://localhost:${port}`
  const other = await startBlogProcess({ PORT: port, PUBLIC_URL: url })
  onTestFinished(() => other.stop())
  const readLink = () => /open this link: {2}(\S+)/.exec(other.output())?.[1] ?? ''
  await expect.poll(readLink).not.toBe('')
  const { page, expectProblem } = await visitBlog({ url })
  await addPasskeyDevice(page)
  await page.goto(readLink())
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Your name', { exact: true }).fill('Jon')
  await page.getByLabel('Email', { exact: true }).fill('jon@example.org')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await next()
  await page.getByLabel('Name of the blog').fill('Jon \u202Eand the sea')
  await next()
  expectProblem(/status of 400/)
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'What is your blog called?' }).waitFor()
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('blogName')
  await page.getByLabel('Name of the blog').fill('Jon and the sea')
  await next()
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard?tab=profile&show=safety')
  await page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem').waitFor()
})

import type { Locator } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Audience } from '#platform/contract/audiences.ts'
import { createPage, deletePage, listPages, updatePage } from '#site/contract/blog-pages.endpoints.ts'
import { createPost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { LINKS_MAX } from '#site/contract/site-limits.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { bodyEditor } from '#tests/support/browser/post-form-screen.ts'
import { readPage } from '#tests/support/blog/served-page.ts'
import { hasFocus } from '#tests/support/browser/tab-keys.ts'
import { expectCount, expectText } from '#tests/support/browser/visit.ts'
import { cutCalls } from '#tests/support/browser/network.ts'

/** Nothing listens on the SMTP port. */
const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })
const readAsVisitor = (path: string) => readPage(journeys.blog.url + path)
const readLinks = async (path: string, navigation?: string) =>
  (await readAsVisitor(path)).links(navigation).map(({ text, href }) => ({ text, href }))

describe('Settings', () => {
  it('An admin gives the blog its name, after a contact that is none, and visitors see it at once', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
    // The page is cached from now on.
    expect((await readAsVisitor('/')).title).toBe('Kindred')
    await open('/dashboard?tab=settings&section=blog')
    const section = (name: string) => page.getByRole('region', { name })
    await section('The blog').getByLabel('Name of the blog').fill('  Three and a bus ')
    await section('The blog').getByLabel('Contact').fill('nobody')
    expectProblem(/status of 400/)
    await section('The blog').getByRole('button', { name: 'Save' }).first().click()
    await section('The blog').getByText('Please enter a valid email address, or leave it empty.').first().waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('contact')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('us@example.org')
    await section('The blog').getByRole('button', { name: 'Save' }).first().click()
    await expectText(section('The blog').getByRole('status').first(), 'Saved. Readers see it from now on.')
    expect(await section('The blog').getByLabel('Name of the blog').inputValue()).toBe('Three and a bus')

    expect((await readAsVisitor('/')).title).toBe('Three and a bus')
  })

  it('Text typed while settings are being saved remains, and is not called saved', async () => {
    const { api } = await journeys.callAs(ADMIN)
    onTestFinished(async () => void (await api(updateLinks, { body: { links: [] } })))
    const { page, open } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings&section=blog')
    /** Presses Save, and holds the response back until something more is typed. */
    const saveAndType = async ({ section, type }: { section: Locator; type: () => Promise<void> }) => {
      const { promise: typed, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/settings/**', async (route) => {
        const response = await route.fetch()
        await typed
        await route.fulfill({ response })
      })
      const saving = page.waitForRequest((request) => request.method() === 'PUT')
      await section.getByRole('button', { name: 'Save' }).first().click()
      await saving
      await type()
      release()
      const saved = 'Saved. Readers see it from now on. What you have changed since is not saved yet.'
      await expectText(section.getByRole('status').first(), saved)
      await page.keyboard.press('End')
      await page.keyboard.type('!')
      await expectText(section.getByRole('status').first(), '')
      await page.unroute('**/api/settings/**')
    }
    const blog = page.getByRole('region', { name: 'The blog' })
    await saveAndType({ section: blog, type: () => blog.getByLabel('Who writes').fill('  The two of us ') })
    expect(await blog.getByLabel('Who writes').inputValue()).toBe('  The two of us !')

    await open('/dashboard?tab=settings&section=blog')
    const links = page.getByRole('region', { name: 'Links in the footer' })
    await links.getByRole('button', { name: 'Add a link' }).click()
    await links.getByLabel('Address').fill('https://social.example/us')
    await links.getByLabel('Words').fill('Pictures')
    await saveAndType({ section: links, type: () => links.getByLabel('Words').fill('Our pictures') })
    expect(await links.getByLabel('Words').inputValue()).toBe('Our pictures!')
  })

  it('No error stands under another link, and the focus stays where a pressed button is gone', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=settings&section=blog')
    const links = page.getByRole('region', { name: 'Links in the footer' })
    const add = links.getByRole('button', { name: 'Add a link' })
    const addresses = links.getByLabel('Address')
    while ((await addresses.count()) < LINKS_MAX) await add.click()
    expect(await hasFocus(add)).toBe(true)
    await page.keyboard.press('Enter')
    await expectCount(addresses, LINKS_MAX)
    expectProblem(/status of 400/)
    const wrong = links.locator('[aria-invalid]')
    await links.getByRole('button', { name: 'Save' }).first().click()
    await wrong.first().waitFor()
    await links.getByRole('button', { name: 'Remove link 1' }).click()
    await expectCount(addresses, LINKS_MAX - 1)
    expect(await wrong.count()).toBe(0)
    expect(await hasFocus(add)).toBe(true)

    await open('/dashboard?tab=settings&section=categories')
    const category = page.getByRole('region', { name: 'Those that every blog has' }).getByRole('listitem').first()
    const rename = category.locator('summary')
    await rename.click()
    await category.getByLabel('Name').fill('Other days')
    await category.getByRole('button', { name: 'Save' }).first().click()
    await category.getByRole('button', { name: /^Back to/ }).click()
    await expect.poll(() => hasFocus(rename)).toBe(true)
  })

  it('The words for visitors stay while another choice is tried, and when the blog is opened', async () => {
    const { api } = await journeys.callAs(ADMIN)
    onTestFinished(async () => void (await api(updateSettings, { body: { isClosed: false, closedNote: '' } })))
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=settings&section=reading')
    const way = (name: string) => page.getByRole('radio', { name })
    const words = page.getByLabel('Words for visitors')
    const press = async () => {
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page
        .locator('form')
        .filter({ has: way('Only the family') })
        .getByRole('button', { name: 'Save' })
        .click()
      await saved
    }
    const save = async () => {
      await press()
      // Then the form shows what is stored.
      await page.getByText('Saved. ').waitFor()
    }
    await way('Only the family').check()
    await words.fill('Ask Grandma to let you in.')
    const readers = Promise.withResolvers<void>()
    await page.route('**/api/settings/readers', async (route) => {
      await readers.promise
      await route.continue()
    })
    await press()
    // What is changed before the form has heard who reads now stays.
    await way('Everybody may read').check()
    readers.resolve()
    await page.getByText('Saved. ').waitFor()
    expect(await way('Everybody may read').isChecked()).toBe(true)
    await way('Only the family').check()
    // Another admin has other words meanwhile, which this form has not seen.
    await api(updateSettings, { body: { closedNote: 'Ask Grandpa.' } })
    await way('Everybody may read').check()
    await way('Only the family').check()
    await save()
    expect(await api(getSettings)).toMatchObject({ isClosed: true, closedNote: 'Ask Grandpa.' })
    await words.fill('Ask Grandma to let you in.')
    await save()
    expect(await api(getSettings)).toMatchObject({ isClosed: true, closedNote: 'Ask Grandma to let you in.' })
    await way('Everybody may read').check()
    await expect.poll(() => words.isVisible()).toBe(false)
    await save()
    expect(await api(getSettings)).toMatchObject({ isClosed: false, closedNote: 'Ask Grandma to let you in.' })
  })

  it('An admin creates a backup and downloads it', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    await open('/dashboard?tab=settings')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Safe copies/ })
      .click()
    const backups = page.getByRole('region', { name: 'Safe copies' })
    await backups.getByText('There is none yet.').waitFor()
    await backups.getByRole('button', { name: 'Make one now' }).click()
    await backups.getByText('Done. It is the last one now.').waitFor()
    const saved = page.waitForEvent('download')
    await backups.getByRole('button', { name: 'Download the last one' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^kindred-by-hand-.*\.tar$/)
    expect((await readBackup(await file.path())).manifest.tables.posts.rows).toBeGreaterThan(0)
  })

  it('An admin adds a page to a menu, and deletes it', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=pages')
    const form = page.getByRole('form', { name: 'Add a page' })
    expectProblem(/status of 400/)
    await form.getByRole('button', { name: 'Create and write' }).click()
    await form.getByText('Please enter a title.').first().waitFor()
    await form.getByLabel('Title').fill('How to visit us')
    await form.getByLabel('Menu').selectOption('Header')
    await form.getByRole('button', { name: 'Create and write' }).click()
    await page.waitForURL('**/update-post/page-*')
    await bodyEditor(page).click()
    await page.keyboard.type('Ring twice.')
    await page.getByRole('button', { name: 'Publish page' }).click()
    await page.waitForURL('**/how-to-visit-us')
    await page.getByRole('link', { name: 'Edit these words' }).waitFor()

    expect(await readLinks('/', 'Main')).toContainEqual({ text: 'How to visit us', href: '/how-to-visit-us' })
    expect((await readLinks('/how-to-visit-us')).map(({ text }) => text)).not.toContain('Edit these words')

    await open('/dashboard?tab=pages')
    const own = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Delete How to visit us' }) })
    await own.getByRole('button', { name: 'Delete How to visit us' }).click()
    await page.getByRole('button', { name: 'Yes, I am sure' }).click()
    await own.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The page “How to visit us” is deleted.')
    expect((await fetch(`${journeys.blog.url}/how-to-visit-us`)).status).toBe(404)
  })

  it('A dashboard that was opened before another admin made a page private does not open it again', async () => {
    const { api } = await journeys.callAs(ADMIN)
    const { _id: id } = await api(createPage, { body: { title: 'For us alone' } })
    onTestFinished(async () => void (await api(deletePage, { params: { page: id } })))
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
    await open('/dashboard?tab=pages')
    const own = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Delete For us alone' }) })
    const audience = own.getByLabel('Who can read it')
    const save = () => own.getByRole('button', { name: 'Save' }).click()
    const change = (to: Audience) => api(updatePage, { params: { page: id }, body: { audience: to } })
    await change('family')
    await own.getByLabel('Menu', { exact: true }).selectOption('Footer')
    await save()
    await expectText(own.getByRole('status'), 'Saved.')
    await expect.poll(() => audience.inputValue()).toBe('family')

    await change('admins')
    await audience.selectOption({ value: 'public' })
    expectProblem(/status of 409/)
    await save()
    await own.getByText('Another admin has changed who can read this. Please choose again.').first().waitFor()
    await expect.poll(() => audience.inputValue()).toBe('admins')
    await audience.selectOption({ value: 'public' })
    await save()
    await expectText(own.getByRole('status'), 'Saved.')
    const stored = async () => (await api(listPages)).pages.find(({ _id }) => _id === id)
    expect(await stored()).toMatchObject({ audience: 'public', place: 'footer' })

    // Nor does it take back the address and the menu, when it changes the audience alone.
    await api(updatePage, { params: { page: id }, body: { place: 'none', slug: 'us-alone' } })
    await audience.selectOption({ value: 'family' })
    await save()
    await expect.poll(() => own.getByLabel('Menu', { exact: true }).inputValue()).toBe('none')
    await expect.poll(() => own.getByLabel('Address').inputValue()).toBe('us-alone')
    expect(await stored()).toMatchObject({ audience: 'family', place: 'none', slug: 'us-alone' })
  })

  it('The family’s words have the language of the blog, the blog’s own have theirs', async () => {
    const { page, open } = await journeys.visit({ as: ADMIN, on: 'phone' })
    const { api } = await journeys.callAs(ADMIN)
    onTestFinished(async () => void (await api(updateSettings, { body: { dateLanguage: 'en' } })))
    const { slug } = await api(createPost, { body: { title: 'Ein Tag', content: '<p>Worte.</p>' } })
    await open('/dashboard?tab=settings&section=blog')
    await page.getByLabel('Language of your posts').selectOption('Deutsch')
    const section = page.getByRole('region', { name: 'Language' })
    await section.getByRole('button', { name: 'Save' }).click()
    await expectText(section.getByRole('status'), 'Saved. Readers see it from now on.')
    await open(`/post/${slug}`)
    const languageOf = (words: Locator) => words.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))
    expect(await languageOf(page.getByRole('heading', { level: 1 }))).toBe('de')
    expect(await languageOf(page.getByText('Worte.'))).toBe('de')
    expect(await languageOf(page.getByText('Recent Articles'))).toBe('en')
  })

  it('A reader whose post is closed to comments meanwhile reads that, and keeps the words', async () => {
    const { api, id: userId } = await journeys.callAs(ADMIN)
    const post = await api(createPost, { body: { title: 'A quiet post', content: '<p>Words.</p>' } })
    const { page, open, expectProblem } = await journeys.visit({ as: READER })
    await open(`/post/${post.slug}`)
    await page.getByLabel('Your comment').fill('Too late')
    await api(updatePost, { params: { postId: post._id, userId }, body: { commentsOpen: false } })
    expectProblem(/status of 403/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('alert').getByText('Comments are closed.').waitFor()
    expect(await page.getByLabel('Your comment').inputValue()).toBe('Too late')
  })
})

it('A page that was saved says so, also if the list of pages cannot be read again', async () => {
  const { api } = await journeys.callAs(ADMIN)
  const { _id } = await api(createPage, { body: { title: 'Emergency plan', place: 'none' } })
  const { page, open, expectProblem } = await journeys.visit({ as: ADMIN })
  await open('/dashboard?tab=pages')
  expectProblem(/ERR_CONNECTION_RESET/)
  await cutCalls(page, '/api/pages')
  const own = page.getByRole('listitem').filter({ hasText: 'Emergency plan' })
  for (const place of ['Footer', 'Header']) {
    await own.getByLabel('Menu', { exact: true }).selectOption(place)
    await own.getByRole('button', { name: 'Save' }).click()
    await expectText(own.getByRole('status'), 'Saved.')
  }
  expect((await api(listPages)).pages).toContainEqual(expect.objectContaining({ _id, place: 'header' }))
})

it('A page that is deleted while the list is being read does not come back', async () => {
  const { api } = await journeys.callAs(ADMIN)
  for (const title of ['Going', 'Staying']) await api(createPage, { body: { title, place: 'footer' } })
  const { page, open } = await journeys.visit({ as: ADMIN })
  await open('/dashboard?tab=pages')
  const { promise: deleted, resolve: onDeleted } = Promise.withResolvers<void>()
  const { promise: read, resolve: onRead } = Promise.withResolvers<void>()
  await page.route(
    '**/api/pages',
    async (route) => {
      const response = await route.fetch()
      onRead()
      await deleted
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Later in the menu: Going' }).click()
  await read
  await page.getByRole('button', { name: 'Delete Going' }).click()
  await page.getByRole('button', { name: 'Yes, I am sure' }).click()
  await page.getByText('The page “Going” is deleted.').waitFor()
  const arrived = page.waitForResponse('**/api/pages')
  onDeleted()
  await (await arrived).finished()
  await page.getByRole('button', { name: 'Delete Staying' }).click()
  await page.getByRole('button', { name: 'No, cancel' }).click()
  await expectCount(page.getByRole('heading', { name: 'Going' }), 0)
})

import type { Page } from 'playwright-core'
import type { Role, ScreensBlog } from './screens-blog.ts'

/** A screen in one of its states, for the tour and for what is checked on all of them. */
export interface Screen {
  readonly name: string
  readonly role: Role
  readonly path: string
  /** Brings the screen, once it is open and alive, into its state. */
  readonly arrange?: (page: Page) => Promise<unknown>
  /** What the network does from when the screen has opened on. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const menu = button('Menu')
const dialogOpen = (page: Page) => page.getByRole('dialog').waitFor()

/** A call that never comes back. */
const hang = (path: string) => (page: Page) => page.route(path, () => {})
const fail = (path: string) => (page: Page) =>
  page.route(path, (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, statusCode: 503, message: 'The blog is busy right now. Please try again in a moment.', code: 'unavailable' },
    }),
  )

const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page)
  }

const goTo = (href: string) => async (page: Page) => {
  // Not by a click: the link may stand in a menu that is closed.
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), { href: address })
    document.body.append(link)
    link.click()
    link.remove()
  }, href)
}

const signInWrongly = async (page: Page) => {
  await page.getByLabel('Email').fill('ines@example.org')
  await page.getByLabel('Password').fill('not the password')
}
const pressMain = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
/** The button says that it is not the time; Enter in a field still submits. */
const submitAnyway = (page: Page) => page.getByLabel('Username').press('Enter')
const chooseFile = (label: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2000) })

const visitorScreens = (blog: ScreensBlog): Screen[] => [
  { name: 'home', role: 'visitor', path: '/' },
  {
    name: 'home-menu',
    role: 'visitor',
    path: '/',
    arrange: async (page) => void ((await page.getByRole('button', { name: 'Menu' }).isVisible()) && (await menu(page))),
  },
  { name: 'about', role: 'visitor', path: '/about' },
  { name: 'projects', role: 'visitor', path: '/projects' },
  { name: 'search', role: 'visitor', path: '/search' },
  { name: 'search-found', role: 'visitor', path: '/search?searchTerm=night&sort=asc&category=uncategorized' },
  { name: 'search-nothing', role: 'visitor', path: '/search?searchTerm=zebra' },
  { name: 'search-next-page', role: 'visitor', path: '/search?startIndex=9' },
  {
    name: 'search-loading',
    role: 'visitor',
    path: '/search',
    prepare: hang('**/api/post/getposts*'),
    arrange: steps(goTo('/search?searchTerm=bus'), (page) => page.getByText('Loading...').first().waitFor()),
  },
  {
    name: 'search-failed',
    role: 'visitor',
    path: '/search',
    prepare: fail('**/api/post/getposts*'),
    arrange: steps(goTo('/search?searchTerm=bus'), (page) => page.getByText('could not be searched').waitFor()),
  },
  {
    name: 'search-more-loading',
    role: 'visitor',
    path: '/search',
    prepare: hang('**/api/post/getposts*'),
    arrange: steps(pressMain('Show More')),
  },
  {
    name: 'search-more-failed',
    role: 'visitor',
    path: '/search',
    prepare: fail('**/api/post/getposts*'),
    arrange: steps(pressMain('Show More'), (page) => page.getByText('could not be loaded').waitFor()),
  },
  { name: 'post', role: 'visitor', path: blog.richPath },
  { name: 'post-quiet', role: 'visitor', path: blog.quietPath },
  {
    name: 'waiting',
    role: 'visitor',
    path: '/',
    prepare: hang('**/api/post/getposts*'),
    arrange: steps(
      goTo(blog.richPath),
      (page) => page.getByText('Loading...').first().waitFor(),
      (page) => page.waitForTimeout(900),
    ),
  },
  {
    name: 'error',
    role: 'visitor',
    path: '/',
    prepare: fail('**/api/post/getposts*'),
    arrange: steps(goTo(blog.richPath), (page) => page.getByText('Unexpected Application Error!').waitFor()),
  },
  { name: 'not-found', role: 'visitor', path: '/nowhere' },
  { name: 'sign-in', role: 'visitor', path: '/sign-in' },
  {
    name: 'sign-in-empty',
    role: 'visitor',
    path: '/sign-in',
    arrange: steps(pressMain('Sign In'), (page) => page.getByText('Please fill out all fields.').waitFor()),
  },
  {
    name: 'sign-in-busy',
    role: 'visitor',
    path: '/sign-in',
    prepare: hang('**/api/auth/signin'),
    arrange: steps(signInWrongly, pressMain('Sign In')),
  },
  { name: 'sign-up', role: 'visitor', path: '/sign-up' },
  {
    name: 'sign-up-empty',
    role: 'visitor',
    path: '/sign-up',
    arrange: steps(pressMain('Sign Up'), (page) => page.getByText('Please fill out all fields.').waitFor()),
  },
  { name: 'privacy-policy', role: 'visitor', path: '/privacy-policy' },
  { name: 'terms', role: 'visitor', path: '/terms' },
]

const readerScreens = (blog: ScreensBlog): Screen[] => [
  { name: 'post-signed-in', role: 'reader', path: blog.richPath },
  {
    name: 'account-menu',
    role: 'reader',
    path: '/about',
    arrange: steps(button('Account'), (page) => page.getByText('@ines').first().waitFor()),
  },
  { name: 'comment-edit', role: 'reader', path: blog.richPath, arrange: steps(pressMain('Edit')) },
  {
    name: 'comment-failed',
    role: 'reader',
    path: blog.quietPath,
    prepare: fail('**/api/comment/create'),
    arrange: steps(
      (page) => page.getByLabel('Your comment').fill('This one will not get through.'),
      pressMain('Submit'),
      (page) => page.getByRole('alert').waitFor(),
    ),
  },
  {
    name: 'comment-sending',
    role: 'reader',
    path: blog.quietPath,
    prepare: hang('**/api/comment/create'),
    arrange: steps((page) => page.getByLabel('Your comment').fill('On its way.'), pressMain('Submit')),
  },
  { name: 'comment-delete', role: 'reader', path: blog.richPath, arrange: steps(pressMain('Delete'), dialogOpen) },
  { name: 'profile-reader', role: 'reader', path: '/dashboard' },
  {
    name: 'profile-no-changes',
    role: 'reader',
    path: '/dashboard?tab=profile',
    arrange: steps(pressMain('Update'), (page) => page.getByText('No changes made').waitFor()),
  },
  {
    name: 'profile-uploading',
    role: 'reader',
    path: '/dashboard?tab=profile',
    prepare: hang('**/files*'),
    arrange: steps(chooseFile('Profile picture'), submitAnyway, (page) => page.getByText('Please wait for image to upload').waitFor()),
  },
  {
    name: 'profile-upload-failed',
    role: 'reader',
    path: '/dashboard?tab=profile',
    prepare: fail('**/files*'),
    arrange: steps(chooseFile('Profile picture'), (page) => page.getByText('Could not upload image').waitFor()),
  },
  { name: 'profile-delete', role: 'reader', path: '/dashboard?tab=profile', arrange: steps(pressMain('Delete Account'), dialogOpen) },
]

const adminScreens = (blog: ScreensBlog): Screen[] => [
  { name: 'overview', role: 'admin', path: '/dashboard?tab=dash' },
  { name: 'overview-table', role: 'admin', path: '/dashboard', arrange: (page) => page.getByText('Show the numbers as a table').click() },
  {
    name: 'overview-failed',
    role: 'admin',
    path: '/about',
    prepare: fail('**/api/**'),
    arrange: steps(goTo('/dashboard'), (page) => page.getByText('Not everything could be loaded').waitFor()),
  },
  { name: 'profile-admin', role: 'admin', path: '/dashboard?tab=profile' },
  { name: 'dashboard-posts', role: 'admin', path: '/dashboard?tab=posts' },
  {
    name: 'dashboard-posts-delete',
    role: 'admin',
    path: '/dashboard?tab=posts',
    arrange: steps(
      (page) =>
        page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click(),
      dialogOpen,
    ),
  },
  {
    name: 'dashboard-delete-failed',
    role: 'admin',
    path: '/dashboard?tab=posts',
    prepare: fail('**/deletepost/**'),
    arrange: steps(
      (page) =>
        page
          .getByRole('button', { name: /^Delete / })
          .first()
          .click(),
      button('Yes, I am sure'),
      (page) => page.getByRole('alert').waitFor(),
    ),
  },
  { name: 'dashboard-users', role: 'admin', path: '/dashboard?tab=users' },
  { name: 'dashboard-comments', role: 'admin', path: '/dashboard?tab=comments' },
  { name: 'create-post', role: 'admin', path: '/create-post', arrange: (page) => page.getByRole('toolbar').waitFor() },
  {
    name: 'create-post-incomplete',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      pressMain('Upload Image'),
      (page) => page.getByLabel('Title').fill('A title'),
      pressMain('Publish'),
      (page) => page.getByText('Please write something.').waitFor(),
    ),
  },
  {
    name: 'create-post-link',
    role: 'admin',
    path: '/create-post',
    arrange: steps((page) => page.getByRole('toolbar').waitFor(), button('Link'), dialogOpen),
  },
  {
    name: 'create-post-picture',
    role: 'admin',
    path: '/create-post',
    arrange: steps((page) => page.getByRole('toolbar').waitFor(), button('Picture'), dialogOpen),
  },
  {
    name: 'create-post-uploading',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/files*'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Cover image'),
      pressMain('Upload Image'),
      (page) => page.getByRole('progressbar').waitFor(),
    ),
  },
  { name: 'update-post', role: 'admin', path: `/update-post/${blog.richId}`, arrange: (page) => page.getByRole('toolbar').waitFor() },
  {
    name: 'leave-without-saving',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      (page) => page.getByLabel('Title').fill('A title'),
      goTo('/about'),
      dialogOpen,
    ),
  },
]

/** Every screen of the spec, in every state that looks different. */
export const listScreens = (blog: ScreensBlog): readonly Screen[] => [
  ...visitorScreens(blog),
  ...readerScreens(blog),
  ...adminScreens(blog),
]

/** Opens a screen in its state and waits until it stands still. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path, { waitUntil: 'load' })
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
  await screen.prepare?.(page)
  await screen.arrange?.(page)
  await page.evaluate(() => document.fonts.ready)
}

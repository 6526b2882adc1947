import type { Page } from 'playwright-core'
import { dashboardScreens } from './dashboard-screens.ts'
import { showComments } from './comments-screen.ts'
import type { Screen } from './visitor-screens.ts'
import type { SampleBlog } from './sample-blog.ts'
import {
  accept,
  busy,
  button,
  chooseFile,
  dialogOpen,
  fail,
  hang,
  pressMain,
  refuse,
  signOut,
  steps,
  submitAnyway,
  pressMainForDialog,
} from './screen-steps.ts'

const feedAt = (file: string) => `https://blog.example/private-feed/${'Ab3-'.repeat(11).slice(1)}/${file}`
const NEW_FEED = {
  feed: { _id: 'feed', name: 'My feed reader', createdAt: '2026-03-14T09:26:53.000Z', lastUsedAt: null },
  addresses: { atom: feedAt('feed.xml'), rss: feedAt('rss.xml'), json: feedAt('feed.json') },
}

export const readerScreens = (blog: SampleBlog): Screen[] => [
  { name: 'post-signed-in', role: 'reader', path: blog.richPath },
  {
    name: 'post-hearts-who',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(pressMain('See who'), (page) => page.getByRole('dialog').waitFor()),
  },
  {
    name: 'account-menu',
    role: 'reader',
    path: '/about',
    arrange: steps(button('Account'), (page) => page.getByText('@ines').first().waitFor()),
  },
  {
    name: 'comment-edit',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(showComments, pressMain('Edit'), (page) => page.getByRole('listitem').getByRole('textbox').waitFor()),
  },
  {
    name: 'comment-reply',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(
      showComments,
      (page) => page.getByText('Reply', { exact: true }).first().click(),
      (page) => page.getByRole('textbox', { name: /^Your reply to/ }).waitFor(),
    ),
  },
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
    arrange: steps((page) => page.getByLabel('Your comment').fill('On its way.'), pressMain('Submit'), busy),
  },
  { name: 'comment-delete', role: 'reader', path: blog.richPath, arrange: steps(showComments, pressMain('Delete'), dialogOpen) },
  { name: 'comment-report', role: 'reader', path: blog.richPath, arrange: steps(showComments, pressMain('Report'), dialogOpen) },
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
    prepare: refuse('**/files*'),
    arrange: steps(chooseFile('Profile picture'), (page) => page.getByText('Could not upload image').waitFor()),
  },
  {
    name: 'profile-new-feed',
    role: 'reader',
    path: '/dashboard?tab=profile',
    prepare: accept('**/api/feeds', NEW_FEED),
    arrange: steps(pressMain('Make a private feed'), pressMain('Make the address'), (page) =>
      page.getByRole('heading', { name: 'The address for' }).waitFor(),
    ),
  },
  { name: 'profile-delete', role: 'reader', path: '/dashboard?tab=profile', arrange: steps(pressMain('Delete Account'), dialogOpen) },
]

const writeTitle = async (page: Page) => {
  await page.getByRole('toolbar').waitFor()
  await page.getByLabel('Title').fill('A title')
}

export const adminScreens = (blog: SampleBlog): Screen[] => [
  ...dashboardScreens,
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
      (page) => page.getByText('Please write something.').first().waitFor(),
    ),
  },
  {
    name: 'create-post-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/api/post/create'),
    arrange: steps(
      (page) => page.getByLabel('Title').fill('A title'),
      (page) => page.getByRole('textbox', { name: 'Body' }).fill('Words.'),
      pressMain('Publish'),
      (page) => page.getByText('This is too large to send.').waitFor(),
    ),
  },
  {
    name: 'create-post-without-editor',
    role: 'admin',
    path: '/about',
    arrange: steps(
      (page) => page.route(/\/post-editor[^/]*\.js$/, (route) => route.abort()),
      (page) => page.goto('/create-post'),
      (page) => page.getByText('The editor could not be loaded.').waitFor(),
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
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Picture files'),
      (page) => page.getByRole('button', { name: 'Describe this picture' }).click(),
    ),
  },
  {
    name: 'create-post-picture-uploading',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/files*'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Picture files'),
      (page) => page.getByRole('progressbar').waitFor({ state: 'attached' }),
    ),
  },
  {
    name: 'create-post-picture-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/files*'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Picture files'),
      (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    ),
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
  {
    name: 'create-post-offline',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/api/post/draft/**'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      (page) => page.route('**/api/post/draft/**', (route) => route.abort()),
      (page) => page.getByLabel('Title').fill('A title'),
      (page) =>
        page
          .getByText(/^Offline:/)
          .first()
          .waitFor(),
    ),
  },
  {
    name: 'create-post-signed-out',
    role: 'admin',
    path: '/create-post',
    prepare: signOut('**/api/post/draft/**'),
    arrange: steps(writeTitle, (page) => page.getByText('Your session has ended.').waitFor()),
  },
  {
    name: 'create-post-sign-in-again',
    role: 'admin',
    path: '/create-post',
    prepare: signOut('**/api/post/draft/**'),
    arrange: steps(writeTitle, pressMainForDialog('Sign in')),
  },
  {
    name: 'create-post-published',
    role: 'admin',
    path: '/create-post',
    // The response comes when more has been written.
    prepare: (page) =>
      page.route('**/api/post/create', async (route) => {
        await page.getByLabel('Title').fill('A title, and more')
        await route.fulfill({ status: 201, json: { _id: 'a-post', slug: 'a-title', revision: 1 } })
      }),
    arrange: steps(
      writeTitle,
      (page) => page.getByRole('textbox', { name: 'Body' }).fill('Words.'),
      pressMain('Publish'),
      (page) => page.getByText('View post').waitFor(),
    ),
  },
  {
    name: 'create-post-several',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      writeTitle,
      (page) => page.reload(),
      (page) => page.getByRole('button', { name: 'Begin a new post' }).click(),
      (page) =>
        page
          .getByText(/other unsaved text/i)
          .first()
          .waitFor(),
    ),
  },
  {
    name: 'update-post-conflict',
    role: 'admin',
    path: `/update-post/${blog.contestedId}`,
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      (page) => page.getByRole('button', { name: 'Show both', exact: true }).first().click(),
      (page) => page.getByRole('region', { name: 'Two versions of this post' }).waitFor(),
    ),
  },
  { name: 'post-version', role: 'admin', path: `/update-post/${blog.contestedId}/versions?revision=1` },
  {
    name: 'post-version-restore',
    role: 'admin',
    path: `/update-post/${blog.contestedId}/versions?revision=1`,
    arrange: steps(pressMain('Restore this version'), dialogOpen),
  },
  { name: 'update-post', role: 'admin', path: `/update-post/${blog.richId}`, arrange: (page) => page.getByRole('toolbar').waitFor() },
]

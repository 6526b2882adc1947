import type { Page } from 'playwright-core'
import type { Screen } from './visitor-screens.ts'
import type { SampleBlog } from './sample-blog.ts'
import {
  button,
  chooseFile,
  closeDialog,
  dialogOpen,
  hang,
  pressMain,
  refuse,
  signOut,
  stay,
  steps,
  pressMainForDialog,
} from './screen-steps.ts'

/** The drafts stay, and the overview lists them: each has a title of its own. */
const writeTitle = (() => {
  let count = 0
  return async (page: Page) => {
    await page.getByRole('toolbar').waitFor()
    await page.getByLabel('Title').fill(`A title ${(count += 1)}`)
  }
})()

/** Writing and changing posts. */
export const writingScreens = (blog: SampleBlog): Screen[] => [
  { name: 'create-post', role: 'admin', path: '/create-post', arrange: (page) => page.getByRole('toolbar').waitFor(), leave: stay },
  {
    name: 'create-post-link',
    role: 'admin',
    path: '/create-post',
    arrange: steps((page) => page.getByRole('toolbar').waitFor(), button('Link'), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'create-post-incomplete',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      pressMain('Upload Image'),
      (page) => page.getByLabel('Title').fill('A title without a text'),
      pressMain('Publish'),
      (page) => page.getByText('Please write something.').first().waitFor(),
    ),
    leave: stay,
  },
  {
    name: 'create-post-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/api/post/create'),
    arrange: steps(
      (page) => page.getByLabel('Title').fill('A title that is refused'),
      (page) => page.getByRole('textbox', { name: 'Body' }).fill('Words.'),
      pressMain('Publish'),
      (page) => page.getByText('This is too large to send.').waitFor(),
    ),
    leave: stay,
  },
  {
    name: 'create-post-without-editor',
    role: 'admin',
    path: '/create-post',
    intercept: (page) => page.route(/\/post-editor[^/]*\.js$/, (route) => route.abort()),
    arrange: (page) => page.getByText('The editor could not be loaded.').waitFor(),
  },
  {
    name: 'create-post-picture-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/files*'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Files'),
      (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    ),
    leave: stay,
  },
  {
    name: 'create-post-picture-uploading',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/files*'),
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Files'),
      (page) => page.getByRole('progressbar').waitFor({ state: 'attached' }),
    ),
  },
  {
    name: 'create-post-picture',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      (page) => page.getByRole('toolbar').waitFor(),
      chooseFile('Files'),
      (page) => page.getByRole('button', { name: 'Describe this picture' }).click(),
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
      (page) => page.getByLabel('Title').fill('A title without a network'),
      (page) =>
        page
          .getByText(/^Offline:/)
          .first()
          .waitFor(),
    ),
    leave: stay,
  },
  {
    name: 'create-post-signed-out',
    role: 'admin',
    path: '/create-post',
    prepare: signOut('**/api/post/draft/**'),
    arrange: steps(writeTitle, (page) => page.getByText('Your session has ended.').waitFor()),
    leave: stay,
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

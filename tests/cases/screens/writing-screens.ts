import type { Page } from 'playwright-core'
import { chooseFiles, mediaCards } from '#tests/support/browser/editor-files.ts'
import { pictureFile } from '#tests/support/media/picture-files.ts'
import { openOptions } from '#tests/support/browser/post-form-screen.ts'
import type { Screen } from './visitor-screens.ts'
import type { SampleBlog } from '#tests/support/blog/sample-blog.ts'
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
  see,
  editorReady,
} from './screen-steps.ts'
import { mediaFixture, smallPdf } from '#tests/support/media/small-files.ts'

/** The drafts stay, and the overview lists them: each has a title of its own. */
const writeTitle = (() => {
  let count = 0
  return async (page: Page) => {
    await page.getByRole('toolbar').waitFor()
    await page.getByLabel('Title').fill(`A title ${(count += 1)}`)
  }
})()

/** Another page of this admin may be saving the newest draft. */
const beginAnother = async (page: Page) => {
  await page.getByRole('toolbar').waitFor()
  const begin = page.getByRole('button', { name: 'Begin a new post' })
  if ((await begin.count()) > 0) await begin.click()
}

const MEDIA = [
  { name: 'First word.ogg', mimeType: 'audio/ogg', buffer: mediaFixture('ogg') },
  { name: 'Discharge plan.pdf', mimeType: 'application/pdf', buffer: smallPdf() },
]
const REFUSED = [
  { name: 'Old.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF\0\0\0\0AVI LIST'.padEnd(600, '\0')) },
  { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>x</p>') },
]

const openVideo = (page: Page) =>
  mediaCards(page)
    .first()
    .getByRole('button', { name: /^First-steps/ })
    .click()

/** Writing and changing posts. */
export const writingScreens = (blog: SampleBlog): Screen[] => [
  { name: 'create-post', role: 'admin', path: '/create-post', arrange: editorReady, leave: stay },
  {
    name: 'create-post-options',
    role: 'admin',
    path: '/create-post',
    arrange: steps(editorReady, openOptions),
    leave: stay,
  },
  {
    name: 'create-post-link',
    role: 'admin',
    path: '/create-post',
    arrange: steps(editorReady, button('Text styles'), button('Link'), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'create-post-incomplete',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      beginAnother,
      openOptions,
      pressMain('Upload Image'),
      (page) => page.getByLabel('Title').fill('A title without a text'),
      pressMain('Publish'),
      see('Please write something.'),
    ),
    leave: stay,
  },
  {
    name: 'create-post-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/api/post/create'),
    arrange: steps(
      beginAnother,
      (page) => page.getByLabel('Title').fill('A title that is refused'),
      (page) => page.getByRole('textbox', { name: 'Body' }).fill('Words.'),
      pressMain('Publish'),
      see('This is too large to send.'),
    ),
    leave: stay,
  },
  {
    name: 'create-post-without-editor',
    role: 'admin',
    path: '/create-post',
    intercept: (page) => page.route(/\/post-editor[^/]*\.js$/, (route) => route.abort()),
    arrange: see('The editor could not be loaded.'),
  },
  {
    name: 'create-post-picture-failed',
    role: 'admin',
    path: '/create-post',
    prepare: refuse('**/files*'),
    arrange: steps(editorReady, chooseFile('Files'), (page) => page.getByRole('button', { name: 'Try again' }).waitFor()),
  },
  {
    name: 'create-post-picture',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      editorReady,
      async (page) => page.getByLabel('Files', { exact: true }).setInputFiles(await pictureFile('window.png')),
      (page) => page.getByRole('textbox', { name: 'Body' }).locator('img').last().click(),
    ),
  },
  {
    name: 'create-post-media-refused',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      editorReady,
      (page) => chooseFiles(page, REFUSED),
      (page) =>
        mediaCards(page)
          .getByText(/Please send it as MP4 or MP3/)
          .waitFor({ timeout: 60_000 }),
    ),
  },
  {
    name: 'create-post-media-uploading',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/files*'),
    arrange: steps(
      editorReady,
      (page) => chooseFiles(page, MEDIA),
      (page) => page.getByRole('progressbar').first().waitFor({ state: 'attached' }),
    ),
  },
  {
    name: 'create-post-recorder',
    role: 'admin',
    path: '/create-post',
    arrange: steps(editorReady, button('Voice'), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'create-post-uploading',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/files*'),
    arrange: steps(editorReady, openOptions, chooseFile('Cover image'), pressMain('Upload Image'), (page) =>
      page.getByRole('progressbar').waitFor(),
    ),
  },
  {
    name: 'create-post-offline',
    role: 'admin',
    path: '/create-post',
    prepare: hang('**/api/post/draft/**'),
    arrange: steps(
      editorReady,
      (page) => page.route('**/api/post/draft/**', (route) => route.abort()),
      (page) => page.getByLabel('Title').fill('A title without a network'),
      see(/^Offline:/),
    ),
    leave: stay,
  },
  {
    name: 'create-post-signed-out',
    role: 'admin',
    path: '/create-post',
    prepare: signOut('**/api/post/draft/**'),
    arrange: steps(writeTitle, see('Your session has ended.')),
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
        await route.fulfill({ status: 201, json: { _id: 'a-post', slug: 'a-title', revision: 1, audience: 'public' } })
      }),
    arrange: steps(
      writeTitle,
      (page) => page.getByRole('textbox', { name: 'Body' }).fill('Words.'),
      pressMain('Publish'),
      see('View post'),
    ),
  },
  {
    name: 'create-post-restored',
    role: 'admin',
    path: '/create-post',
    arrange: steps(
      writeTitle,
      (page) => page.reload(),
      (page) => page.getByRole('button', { name: 'Begin a new post' }).waitFor(),
    ),
  },
  {
    name: 'update-post-conflict',
    role: 'admin',
    path: `/update-post/${blog.contestedId}`,
    arrange: steps(
      editorReady,
      (page) => page.getByRole('button', { name: 'Show both', exact: true }).first().click(),
      (page) => page.getByRole('region', { name: 'Two versions of this post' }).waitFor(),
    ),
  },
  { name: 'post-version', role: 'admin', path: blog.versionPath },
  {
    name: 'post-version-restore',
    role: 'admin',
    path: blog.versionPath,
    arrange: steps(pressMain('Restore this version'), dialogOpen),
  },
  { name: 'update-post-media', role: 'admin', path: `/update-post/${blog.mediaId}`, arrange: openVideo },
  { name: 'update-post', role: 'admin', path: `/update-post/${blog.richId}`, arrange: editorReady },
]

import { showComments } from '#tests/support/browser/comments-screen.ts'
import type { Screen } from './visitor-screens.ts'
import type { SampleBlog } from '#tests/support/blog/sample-blog.ts'
import {
  accept,
  button,
  chooseFile,
  closeDialog,
  dialogOpen,
  fail,
  hang,
  pressMain,
  refuse,
  stay,
  steps,
  submitAnyway,
  see,
} from './screen-steps.ts'

const feedAt = (file: string) => `https://blog.example/private-feed/${'Ab3-'.repeat(11).slice(1)}/${file}`
const NEW_FEED = {
  feed: { createdAt: '2026-03-14T09:26:53.000Z', lastUsedAt: null },
  addresses: { atom: feedAt('feed.xml'), rss: feedAt('rss.xml') },
}

export const readerScreens = (blog: SampleBlog): Screen[] => [
  { name: 'post-signed-in', role: 'reader', path: blog.richPath },
  {
    name: 'post-likers',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(pressMain('See who'), (page) => page.getByRole('dialog').waitFor()),
    leave: closeDialog,
  },
  {
    name: 'account-menu',
    role: 'reader',
    path: '/about',
    arrange: steps(button('Account'), see('@ines')),
  },
  {
    name: 'comment-delete',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(showComments, pressMain(/^Delete the comment/), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'comment-report',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(
      showComments,
      pressMain(/^More for the comment of/),
      (page) => page.getByRole('link', { name: 'Report' }).click(),
      (page) =>
        page
          .getByRole('textbox', { name: /^What is wrong/ })
          .first()
          .waitFor(),
    ),
  },
  {
    name: 'comment-edit',
    role: 'reader',
    path: blog.richPath,
    arrange: steps(showComments, pressMain(/^Edit the comment/), (page) => page.getByRole('listitem').getByRole('textbox').waitFor()),
    leave: pressMain('Cancel'),
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
    leave: stay,
  },
  { name: 'profile-reader', role: 'reader', path: '/dashboard' },
  {
    name: 'profile-delete',
    role: 'reader',
    path: '/dashboard',
    arrange: steps(pressMain('Delete Account'), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'profile-new-feed',
    role: 'reader',
    path: '/dashboard?tab=profile&show=safety',
    prepare: accept('**/api/private-feed', NEW_FEED),
    arrange: steps(pressMain('Make a private feed'), (page) => page.getByRole('heading', { name: 'Your new address' }).waitFor()),
    leave: pressMain('Done'),
  },
  {
    name: 'profile-upload-failed',
    role: 'reader',
    path: '/dashboard',
    prepare: refuse('**/files*'),
    arrange: steps(chooseFile('Profile picture'), see('Could not upload image')),
    leave: stay,
  },
  {
    name: 'profile-uploading',
    role: 'reader',
    path: '/dashboard',
    prepare: hang('**/files*'),
    arrange: steps(chooseFile('Profile picture'), submitAnyway, see('Please wait for image to upload')),
  },
]

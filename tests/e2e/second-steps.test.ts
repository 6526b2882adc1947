import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { requestAccount } from '#accounts/contract/users.endpoints.ts'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { updateOwnMails } from '#newsletter/contract/newsletter.endpoints.ts'
import { createPrivateFeed } from '#posts/contract/feeds.endpoints.ts'
import { createComment, reportComment } from '#comments/contract/comments.endpoints.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { createCategory } from '#site/contract/categories.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { updateLinks } from '#site/contract/links.endpoints.ts'
import { createPost, deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { endpoints } from '#app/contract/endpoints.ts'
import { settingsPath } from '#ui/dashboard/settings-section.ts'
import { ADMIN, READER } from '#tests/support/accounts.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { ADMIN_FORM_PATHS } from '#tests/support/browser/form-pages.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { exploreActions, prepareSecondSteps } from './second-steps.ts'
import { translatePages } from '#tests/support/browser/translating-browser.ts'

const journeys = useJourneys({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' })

beforeAll(async () => {
  const { api, id: userId } = await journeys.callAs(ADMIN)
  const reader = await journeys.callAs(READER)
  const post = await api(createPost, { body: { title: 'Talked about', content: '<p>Say something.</p>' } })
  const reported = await reader.api(createComment, { body: { content: 'Reported', postId: post._id } })
  await reader.api(createComment, { body: { content: 'See https://waiting.example.org', postId: post._id } })
  await api(reportComment, { params: { commentId: reported._id }, body: { reason: 'Rude' } })
  for (const title of ['Thrown away', 'Thrown away, too', 'Forgotten', 'Forgotten, too']) {
    const { _id: postId } = await api(createPost, { body: { title, content: '<p>Gone.</p>' } })
    await api(deletePost, { params: { postId, userId } })
  }
  await api(createInvitation, { body: { name: 'Aunts', usesMax: 10 } })
  await api(createCategory, { body: { name: 'Boats' } })
  for (const title of ['Visits', 'Thanks']) await api(createPage, { body: { title, place: 'footer' } })
  await api(updateLinks, { body: { links: [{ url: 'https://example.org', label: 'Elsewhere' }] } })
  await callAs(journeys.blog.url, ADMIN)
  await api(updateSettings, { body: { isClosed: true } })
  for (const name of ['ada', 'ben', 'cem', 'dora', 'eva', 'finn'])
    await reader.api(requestAccount, { body: { displayName: name, email: `${name}@example.org`, note: 'From next door' } })
  await reader.api(updateOwnMails, { body: { posts: 'at_once', replies: true } })
  await api(createPrivateFeed)
})

const seen = new Set<string>()

const APPLICATION = [
  'src/accounts/web/{profile,users,invitations}/*.tsx',
  'src/comments/web/{comments-tab,comment-cells,row-reply,removals,account-dialog,account-actions,comments-settings}.tsx',
  'src/{newsletter,import-export,settings,operations}/web/**/*.{ts,tsx}',
  'src/writing/web/{tab,own-pages}/*.tsx',
  'src/posts/web/your-feed.tsx',
]
/** What a press on a button of the blog above does not reach. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  confirmPassword: 'needs an old sign-in: tests/e2e/account-care.test.ts',
  sendConfirmationCode: 'needs mail: tests/e2e/codes.test.ts',
  confirmWithCode: 'as above',
  createSignInLink: 'needs a blog without mail: tests/e2e/codes.test.ts',
  sendVerification: 'needs a new account: tests/e2e/account-care.test.ts',
  renamePasskey: 'needs a passkey: tests/e2e/second-step.test.ts',
  deletePasskey: 'as above',
  updateRole: 'needs another role: tests/e2e/dashboard.test.ts',
  deleteComments: 'needs chosen rows: tests/e2e/removals.test.ts',
  restoreComments: 'as above',
  restoreUserContent: 'leads to another page: tests/e2e/removals.test.ts',
  dismissMoved: 'needs a blog of version 0.1',
  updateChecklist: 'needs a new blog: tests/e2e/setup.test.ts',
  retryDeliveries: 'needs mails that failed: src/newsletter/server/delivery/send-follower-mails.test.ts',
  removeBackupPlace: 'needs another machine: tests/e2e/restore.test.ts',
  createBackupKey: 'as above',
  copyBackupNow: 'as above',
  createImport: 'needs a file: tests/e2e/import.test.ts',
  checkImport: 'as above',
  startImport: 'as above',
  stopImport: 'as above',
  deleteImport: 'as above',
  mailImportedFollowers: 'as above',
  takeBackImport: 'as above',
}

/** On the blog above. */
const WITHOUT_ACTIONS = ['/dashboard?tab=dash', '/dashboard?tab=moving', settingsPath('version')]

describe('The second ordinary step of each action, on a page that the browser translates', () => {
  // Posts that are to be mailed are still there for the settings.
  it.each([...ADMIN_FORM_PATHS.filter((path) => path !== '/create-post'), '/dashboard?tab=posts&show=trash'].toReversed())(
    'each action at %s is sent once, says why it failed, and works again',
    async (path) => {
      const { page, open, problems, expectProblem } = await journeys.visit({ as: ADMIN })
      await translatePages(page)
      await prepareSecondSteps(page)
      const writes = await exploreActions({ page, path, open })
      for (const write of writes) seen.add(write)
      expect(writes.length > 0).toBe(!WITHOUT_ACTIONS.includes(path))
      if (problems().some((problem) => /status of 4\d\d|status of 503/.test(problem))) expectProblem(/status of (4\d\d|503)/)
    },
  )

  it('Every call of the dashboard that changes something is among them', () => {
    const sources = globSync(APPLICATION).map((file) => readFileSync(file, 'utf8'))
    const called = new Set(
      sources.flatMap((code) => Array.from(code.matchAll(/\b(?:browserApi|confirmingApi)\((\w+)/g), ([, name = '']) => name)),
    )
    const missing = Object.entries<{ readonly key: string }>(endpoints).filter(([name, { key }]) => {
      if (!called.has(name) || key.startsWith('GET ') || ELSEWHERE[name] !== undefined) return false
      const pattern = new RegExp(`^${key.replaceAll(/:\w+/g, '[^/]+')}$`, 'i')
      return ![...seen].some((write) => pattern.test(write))
    })
    expect(missing.map(([name]) => name)).toEqual([])
  })
})

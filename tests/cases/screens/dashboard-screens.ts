import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'
import { DEFAULT_SETTINGS } from '#site/contract/settings.endpoints.ts'
import type { Screen } from './visitor-screens.ts'
import { accept, button, closeDialog, dialogOpen, fail, pageWith, steps, pressMain, see } from './screen-steps.ts'

/** Responses for the overview of a new blog. */
const YOUNG_BLOG = {
  'GET /api/user/getusers': { users: [], totalUsers: 1, lastMonthUsers: 1 },
  'GET /api/comment/getcomments': { comments: [], totalComments: 0, lastMonthComments: 0 },
  'GET /api/post/getposts': { posts: [], totalPosts: 0, lastMonthPosts: 0, matchingPosts: 0, hasSeveralWriters: false },
  'GET /api/stats/troubles': { troubles: [] },
  'GET /api/post/overview': { posts: [], totalPosts: 0, drafts: [] },
  'GET /api/settings/deliveries': { sent: 0, waiting: 0, failed: 0, pause: null, failures: [], posts: [] },
  'GET /api/comment/attention': { totalComments: 0, newComments: 0, totalRequests: 0 },
  'GET /api/checklist': { starterPages: [], isShown: true, done: ['picture', 'post'] },
}

const WITH_REQUESTS = {
  'GET /api/user/getusers': { users: [], totalUsers: 1, lastMonthUsers: 1 },
  'GET /api/invitations': {
    invitations: [
      {
        _id: 'family',
        name: 'Our families, of both sides and of every generation that can read',
        usesMax: 40,
        used: 2,
        state: 'open',
        endsAt: '2026-06-13T09:26:53.000Z',
        createdAt: '2026-03-14T09:26:53.000Z',
        createdBy: null,
        people: [
          { _id: 'ruth', username: 'ruth', displayName: 'Grandma Ruth' },
          { _id: 'bo', username: 'bo' },
        ],
      },
    ],
  },
  'GET /api/comment/attention': { totalComments: 0, newComments: 0, totalRequests: 2 },
  'GET /api/requests': {
    requests: [
      {
        _id: 'one',
        username: 'oldneighbour',
        email: 'a.neighbour.with.a.long.address@mail.example.org',
        note: 'I lived beside you until you moved.\nWe shared the hedge.',
        createdAt: '2026-03-13T09:26:53.000Z',
      },
      { _id: 'two', username: 'marek', email: 'marek@example.org', note: 'From the ward', createdAt: '2026-03-14T09:26:53.000Z' },
    ],
  },
}

const MADE_INVITATION = {
  invitation: {
    _id: 'made',
    name: 'Family',
    usesMax: 10,
    used: 0,
    state: 'open',
    endsAt: '2026-04-13T09:26:53.000Z',
    createdAt: '2026-03-14T09:26:53.000Z',
    createdBy: 'Ruth',
    people: [],
  },
  link: `https://blog.example.org/invitation#${'kindred-'.repeat(5)}abc`,
}

/** Responses for settings whose backups and mails fail. */
const TROUBLED_SETTINGS = {
  'GET /api/checklist': YOUNG_BLOG['GET /api/checklist'],
  'GET /api/settings/backups': {
    running: null,
    failure: { at: '2026-03-14T09:26:53.000Z', message: 'There is not enough room for it on the disk.' },
    backups: [
      {
        _id: 'daily-2026-03-13t09-26-53z',
        name: 'kindred-daily-2026-03-13T09-26-53Z.tar',
        occasion: 'daily',
        createdAt: '2026-03-13T09:26:53.000Z',
        bytes: 52_000_000,
        hasPictures: true,
      },
    ],
  },
  'GET /api/settings/mail': {
    isSetUp: true,
    host: 'mail.example.org:587',
    from: 'Kindred <blog@example.org>',
    pending: 3,
    failed: 2,
    problem: 'It was refused.',
  },
  'GET /api/settings': DEFAULT_SETTINGS,
  'GET /api/settings/deliveries': {
    sent: 1234,
    waiting: 40,
    failed: 2,
    pause: { problem: 'The mail server did not accept it: it cannot be reached.', until: '2026-03-14T09:41:53.000Z' },
    failures: [
      {
        _id: 'one',
        email: 'a.neighbour.with.a.long.address@mail.example.org',
        problem: 'The mail server did not accept it: it refused the sender or the recipient. It says: 550 5.1.1 No such user here',
        failedAt: '2026-03-14T09:26:53.000Z',
      },
      {
        _id: 'two',
        email: 'marek@example.org',
        problem: 'The mail server could not be reached for three days.',
        failedAt: '2026-03-13T09:26:53.000Z',
      },
    ],
    posts: [
      {
        _id: 'new',
        title: 'The night bag',
        slug: 'the-night-bag',
        dueAt: '2026-03-14T09:36:53.000Z',
        isQueued: false,
        sent: 0,
        waiting: 0,
        failed: 0,
      },
      {
        _id: 'sent',
        title: 'A week of small things that went better than anybody had thought',
        slug: 'a-week',
        dueAt: '2026-03-12T09:26:53.000Z',
        isQueued: true,
        sent: 42,
        waiting: 3,
        failed: 1,
      },
    ],
  },
}

export const dashboardScreens: readonly Screen[] = [
  { name: 'overview', role: 'admin', path: '/dashboard?tab=dash' },
  {
    name: 'overview-young',
    role: 'admin',
    path: '/dashboard',
    intercept: pageWith('/dashboard', YOUNG_BLOG),
    arrange: see('2 of 6 done'),
  },
  { name: 'profile-admin', role: 'admin', path: '/dashboard?tab=profile' },
  { name: 'profile-safety', role: 'admin', path: '/dashboard?tab=profile&show=safety' },
  { name: 'dashboard-posts', role: 'admin', path: '/dashboard?tab=posts' },
  {
    name: 'dashboard-posts-delete',
    role: 'admin',
    path: '/dashboard?tab=posts',
    arrange: steps(pressMain(/^Delete /), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'dashboard-delete-failed',
    role: 'admin',
    path: '/dashboard?tab=posts',
    prepare: fail('**/deletepost/**'),
    arrange: steps(pressMain(/^Delete /), button('Yes, I am sure'), (page) => page.getByRole('alert').waitFor()),
  },
  { name: 'dashboard-users', role: 'admin', path: '/dashboard?tab=users' },
  {
    name: 'dashboard-requests',
    role: 'admin',
    path: '/dashboard?tab=users',
    intercept: pageWith('/dashboard?tab=users', WITH_REQUESTS),
    arrange: see('Asking to be let in'),
  },
  {
    name: 'dashboard-users-disable',
    role: 'admin',
    path: '/dashboard?tab=users',
    arrange: steps(pressMain(/^Disable /), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'dashboard-users-role',
    role: 'admin',
    path: '/dashboard?tab=users',
    arrange: steps(pressMain(/^Change role: /), dialogOpen),
    leave: closeDialog,
  },
  {
    name: 'dashboard-invite',
    role: 'admin',
    path: '/dashboard?tab=users',
    arrange: steps(button('Invite people'), (page) => page.getByRole('button', { name: 'Make the link' }).waitFor()),
    leave: button('Cancel'),
  },
  {
    name: 'dashboard-invitation-made',
    role: 'admin',
    path: '/dashboard?tab=users',
    // Shows the same code in each run, and creates no invitation.
    prepare: (page) => page.route('**/api/invitations', (route) => route.fulfill({ status: 201, json: MADE_INVITATION })),
    arrange: steps(button('Invite people'), button('Make the link'), (page) => page.getByLabel('The link', { exact: true }).waitFor()),
  },
  { name: 'dashboard-comments', role: 'admin', path: '/dashboard?tab=comments' },
  { name: 'dashboard-pages', role: 'admin', path: '/dashboard?tab=pages' },
  { name: 'dashboard-settings', role: 'admin', path: '/dashboard?tab=settings' },
  ...SETTINGS_PAGES.map((id) => ({ name: `dashboard-settings-${id}`, role: 'admin' as const, path: settingsPath(id) })),
  ...(['copies', 'mail'] as const).map((id) => ({
    name: `dashboard-settings-${id}-troubled`,
    role: 'admin' as const,
    path: settingsPath(id),
    intercept: pageWith(settingsPath(id), TROUBLED_SETTINGS),
    arrange: see(/It was refused|not enough room|cannot be reached/),
  })),
  {
    name: 'dashboard-comments-undo',
    role: 'admin',
    path: '/dashboard?tab=comments',
    prepare: accept('**/api/comment/deletecomment/**', { success: true, message: 'Comment has been deleted.' }),
    arrange: steps(pressMain(/^Delete /), button('Yes, I am sure'), (page) => page.getByRole('button', { name: 'Undo' }).waitFor()),
  },
  { name: 'dashboard-trash', role: 'admin', path: '/dashboard?tab=posts&show=trash' },
]

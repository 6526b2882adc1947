import type { Screen } from './visitor-screens.ts'
import { pageWith, pressMain, steps, see } from './screen-steps.ts'

const CHOICES = {
  posts: 'weekly',
  replies: null,
  comments: null,
  waiting: null,
  email: 'aunt@example.org',
  isConfirmed: true,
  hasBounced: false,
}
const OF_AN_ADMIN = { ...CHOICES, replies: true, comments: true }
const LINK = `/following?link=one.${'k'.repeat(43)}`

const FOLLOWER = {
  posts: 'weekly',
  replies: false,
  comments: false,
  email: 'aunt@example.org',
  name: null,
  state: 'mailed',
  bounces: 0,
  since: '2026-03-14T09:26:53.000Z',
}
const USERS_TAB = {
  'GET /api/user/getusers': { users: [], totalUsers: 1, lastMonthUsers: 1 },
  'GET /api/invitations': { invitations: [] },
  'GET /api/requests': { requests: [] },
  'GET /api/comment/attention': { totalComments: 0, newComments: 0, totalRequests: 0 },
  'GET /api/followers': {
    totalFollowers: 12,
    followers: [
      { ...FOLLOWER, _id: 'a' },
      { ...FOLLOWER, _id: 'b', email: 'ines@example.org', name: '@ines', posts: 'at_once', replies: true },
      { ...FOLLOWER, _id: 'c', email: 'a.neighbour.with.a.long.address@mail.example.org', state: 'unconfirmed' },
      { ...FOLLOWER, _id: 'd', email: 'moved@example.org', state: 'bounced', posts: null, bounces: 3 },
    ],
  },
}

/** A page rendered with these response bodies. */
const shown = (path: string, bodies: Readonly<Record<string, unknown>>): Pick<Screen, 'path' | 'intercept'> => ({
  path,
  intercept: pageWith(path, bodies),
})

/** Following by mail, for visitors and for admins. */
export const newsletterScreens: Screen[] = [
  { name: 'follow', role: 'visitor', path: '/follow' },
  {
    name: 'follow-asked',
    role: 'visitor',
    path: '/follow',
    arrange: steps((page) => page.getByLabel('Email').fill('aunt@example.org'), pressMain('Follow'), see('A mail is on its way to you')),
  },
  { name: 'follow-member', role: 'reader', path: '/follow' },
  { name: 'follow-confirm', role: 'visitor', path: `/follow/confirm#${'A'.repeat(43)}` },
  { name: 'following', role: 'visitor', ...shown(`${LINK}&welcome=1`, { 'GET /api/following': CHOICES }) },
  { name: 'following-admin', role: 'visitor', ...shown(LINK, { 'GET /api/following': OF_AN_ADMIN }) },
  { name: 'following-unknown', role: 'visitor', path: LINK },
  { name: 'following-stop', role: 'visitor', ...shown(`${LINK}&what=posts`, { 'GET /api/following': CHOICES }) },
  { name: 'welcome', role: 'reader', path: '/welcome' },
  { name: 'dashboard-followers', role: 'admin', ...shown('/dashboard?tab=users', USERS_TAB) },
]

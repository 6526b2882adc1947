import type { EndpointKey } from '#app/contract/api.ts'
import { TEST_PASSWORD } from './test-app.ts'

/**
 * Expected status of every endpoint for every kind of user. The table is typed by the contract's keys, and a test
 * compares them: an endpoint without a row fails.
 */
export const PEOPLE = ['visitor', 'user', 'other', 'disabled', 'pending', 'family', 'admin', 'demoted', 'expired'] as const
export type Person = (typeof PEOPLE)[number]
type Expected = Readonly<Record<Person, number>>

/** Ids for the requests; all rows belong to `user`. */
export interface Things {
  readonly userId: string
  readonly actorId: string
  readonly postId: string
  readonly commentId: string
  readonly sessionId: string
  /** Id of a post in the trash. */
  readonly trashedId: string
}

export interface Row {
  readonly path: (things: Things) => string
  readonly body?: (things: Things) => object
  readonly expected: Expected
}

const all = (status: number): Expected => Object.fromEntries(PEOPLE.map((person) => [person, status])) as Record<Person, number>
const signedIn = (status: number): Expected => ({ ...all(status), visitor: 401, disabled: 401, expired: 401 })
const adminOnly = (status: number): Expected => ({ ...signedIn(403), admin: status })
/** For a row that belongs to the user. `admin` is the status for admins, `others` for other signed-in users. */
const own = (status: number, admin = 403, others = 403): Expected => ({ ...signedIn(others), user: status, admin })

const WRITER = 'ab'.repeat(16)
const DRAFT = { writer: WRITER, sequence: 1, baseRevision: 1, title: '', category: 'life', image: '', content: '' }
const POST = { title: 'A post', content: '<p>Words.</p>' }
const NEW_PASSWORD = 'another long password'
let count = 0
const unused = (word: string) => `${word}${(count += 1)}`

const NO_ATTEMPT = { attempt: 'A'.repeat(43), code: '123456' }
const NO_TOKEN = 'A'.repeat(43)
const NO_LINK = `x.${NO_TOKEN}`
const NO_PASSKEY = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '' } }

export const ROWS: Readonly<Record<EndpointKey, Row>> = {
  'POST /api/auth/signup': {
    path: () => '/api/auth/signup',
    body: () => {
      const name = unused('fresh')
      return { username: name, email: `${name}@example.org`, password: NEW_PASSWORD }
    },
    expected: all(201),
  },
  'POST /api/auth/signin': { path: () => '/api/auth/signin', body: () => ({ email: 'a@b.org', password: 'x' }), expected: all(401) },
  'POST /api/auth/google': { path: () => '/api/auth/google', body: () => ({ idToken: 'x.y.z' }), expected: all(401) },
  'GET /api/auth/session': { path: () => '/api/auth/session', expected: signedIn(200) },
  'POST /api/auth/renew': { path: () => '/api/auth/renew', expected: signedIn(200) },
  'POST /api/auth/confirm-password': {
    path: () => '/api/auth/confirm-password',
    body: () => ({ currentPassword: TEST_PASSWORD }),
    expected: signedIn(200),
  },
  'GET /api/auth/passkeys': { path: () => '/api/auth/passkeys', expected: signedIn(200) },
  'POST /api/auth/passkeys/begin': { path: () => '/api/auth/passkeys/begin', expected: signedIn(200) },
  // Sends no valid passkey; features/passkeys/passkeys.test.ts does.
  'POST /api/auth/passkeys': { path: () => '/api/auth/passkeys', body: () => ({ credential: NO_PASSKEY }), expected: signedIn(400) },
  'PUT /api/auth/passkeys/:passkeyId': { path: () => '/api/auth/passkeys/x', body: () => ({ name: 'Mine' }), expected: signedIn(404) },
  'DELETE /api/auth/passkeys/:passkeyId': { path: () => '/api/auth/passkeys/x', expected: signedIn(404) },
  'GET /api/feeds': { path: () => '/api/feeds', expected: signedIn(200) },
  'POST /api/feeds': { path: () => '/api/feeds', body: () => ({ name: 'Mine' }), expected: signedIn(201) },
  'DELETE /api/feeds/:feedId': { path: () => '/api/feeds/x', expected: signedIn(404) },
  'POST /api/auth/passkey/begin': { path: () => '/api/auth/passkey/begin', expected: all(200) },
  'POST /api/auth/passkey': { path: () => '/api/auth/passkey', body: () => ({ credential: NO_PASSKEY }), expected: all(401) },
  'POST /api/auth/confirm-passkey': {
    path: () => '/api/auth/confirm-passkey',
    body: () => ({ credential: NO_PASSKEY }),
    expected: signedIn(403),
  },
  // Names no existing attempt; features/second-step/second-step.test.ts does.
  'POST /api/auth/second-step': { path: () => '/api/auth/second-step', body: () => NO_ATTEMPT, expected: all(410) },
  'POST /api/auth/second-step/code': { path: () => '/api/auth/second-step/code', body: () => NO_ATTEMPT, expected: all(409) },
  'POST /api/auth/confirm-second-step': {
    path: () => '/api/auth/confirm-second-step',
    body: () => NO_ATTEMPT,
    expected: signedIn(410),
  },
  'GET /api/auth/sessions': { path: () => '/api/auth/sessions', expected: signedIn(200) },
  'DELETE /api/auth/sessions': { path: () => '/api/auth/sessions', expected: signedIn(200) },
  'DELETE /api/auth/sessions/:sessionId': {
    path: ({ sessionId }) => `/api/auth/sessions/${sessionId}`,
    expected: own(200, 404, 404),
  },
  'POST /api/auth/forgot-password': { path: () => '/api/auth/forgot-password', body: () => ({ email: 'a@b.org' }), expected: all(404) },
  'POST /api/auth/reset-password': {
    path: () => '/api/auth/reset-password',
    body: () => ({ token: 'A'.repeat(43), password: NEW_PASSWORD }),
    expected: all(400),
  },
  'POST /api/auth/send-verification': { path: () => '/api/auth/send-verification', expected: signedIn(404) },
  'POST /api/auth/verify-email': { path: () => '/api/auth/verify-email', body: () => ({ token: 'A'.repeat(43) }), expected: all(400) },

  'POST /api/user/signout': { path: () => '/api/user/signout', expected: all(200) },
  'PUT /api/user/update/:userId': {
    path: ({ userId }) => `/api/user/update/${userId}`,
    body: () => ({ username: unused('named') }),
    expected: own(200),
  },
  'PUT /api/user/disable/:userId': {
    path: ({ userId }) => `/api/user/disable/${userId}`,
    body: () => ({ disabled: true }),
    expected: adminOnly(200),
  },
  'PUT /api/user/role/:userId': {
    path: ({ userId }) => `/api/user/role/${userId}`,
    body: () => ({ role: 'family' }),
    expected: adminOnly(200),
  },
  'DELETE /api/user/delete/:userId': { path: ({ userId }) => `/api/user/delete/${userId}`, expected: own(200, 200) },
  'GET /api/user/getusers': { path: () => '/api/user/getusers', expected: adminOnly(200) },
  'GET /api/user/my-data': { path: () => '/api/user/my-data', expected: signedIn(200) },
  'GET /api/user/:userId': { path: ({ userId }) => `/api/user/${userId}`, expected: all(200) },

  'GET /api/invitations': { path: () => '/api/invitations', expected: adminOnly(200) },
  'POST /api/invitations': { path: () => '/api/invitations', body: () => ({ name: 'All', usesMax: null }), expected: adminOnly(201) },
  'DELETE /api/invitations/:invitationId': { path: () => '/api/invitations/x', expected: adminOnly(404) },
  // Sends a wrong token; features/invitations/invitations.test.ts sends valid ones.
  'POST /api/invitation/open': { path: () => '/api/invitation/open', body: () => ({ token: NO_TOKEN }), expected: all(404) },
  'POST /api/invitation/signup': {
    path: () => '/api/invitation/signup',
    body: () => ({ token: NO_TOKEN, displayName: 'Ruth', email: 'ruth@example.org', password: NEW_PASSWORD }),
    expected: all(404),
  },
  'POST /api/invitation/accept': {
    path: () => '/api/invitation/accept',
    body: () => ({ token: NO_TOKEN }),
    // Family members and admins need no invitation.
    expected: { ...signedIn(404), family: 409, admin: 409 },
  },

  // Sends wrong links and tokens; features/following/following.test.ts sends valid ones. This blog cannot send mail.
  'POST /api/following/ask': {
    path: () => '/api/following/ask',
    body: () => ({ email: 'aunt@example.org', posts: 'weekly' }),
    expected: all(404),
  },
  'POST /api/following/confirm': { path: () => '/api/following/confirm', body: () => ({ token: NO_TOKEN }), expected: all(400) },
  'GET /api/following': { path: () => `/api/following?link=${NO_LINK}`, expected: all(404) },
  'PUT /api/following': { path: () => '/api/following', body: () => ({ link: NO_LINK, posts: 'daily' }), expected: all(404) },
  'POST /api/following/end': { path: () => '/api/following/end', body: () => ({ link: NO_LINK, what: 'all' }), expected: all(404) },
  'GET /api/following/own': { path: () => '/api/following/own', expected: signedIn(200) },
  'PUT /api/following/own': {
    path: () => '/api/following/own',
    body: () => ({ posts: 'weekly', replies: true }),
    expected: signedIn(200),
  },
  'GET /api/followers': { path: () => '/api/followers', expected: adminOnly(200) },
  'DELETE /api/followers/:followerId': { path: () => '/api/followers/x', expected: adminOnly(404) },

  'GET /api/requests': { path: () => '/api/requests', expected: adminOnly(200) },
  'POST /api/requests/:requestId': { path: () => '/api/requests/x', body: () => ({ isFamily: true }), expected: adminOnly(404) },
  'DELETE /api/requests/:requestId': { path: () => '/api/requests/x', expected: adminOnly(404) },

  'GET /api/post/getposts': { path: () => '/api/post/getposts', expected: all(200) },
  'GET /api/post/overview': { path: () => '/api/post/overview', expected: adminOnly(200) },
  'GET /api/post/getpost/:postId': { path: ({ postId }) => `/api/post/getpost/${postId}`, expected: adminOnly(200) },
  'PUT /api/post/pin/:postId': {
    path: ({ postId }) => `/api/post/pin/${postId}`,
    body: () => ({ pinned: true }),
    expected: adminOnly(200),
  },
  'POST /api/post/create': { path: () => '/api/post/create', body: () => POST, expected: adminOnly(201) },
  'PUT /api/post/updatepost/:postId/:userId': {
    path: ({ postId, actorId }) => `/api/post/updatepost/${postId}/${actorId}`,
    body: () => ({ title: 'Another post' }),
    expected: adminOnly(200),
  },
  'DELETE /api/post/deletepost/:postId/:userId': {
    path: ({ postId, actorId }) => `/api/post/deletepost/${postId}/${actorId}`,
    expected: adminOnly(200),
  },

  'GET /api/post/draft/:postId': { path: ({ postId }) => `/api/post/draft/${postId}`, expected: adminOnly(200) },
  'PUT /api/post/draft/:postId': { path: ({ postId }) => `/api/post/draft/${postId}`, body: () => DRAFT, expected: adminOnly(200) },
  'DELETE /api/post/draft/:postId': {
    path: ({ postId }) => `/api/post/draft/${postId}?writer=${WRITER}&sequence=1`,
    expected: adminOnly(200),
  },
  'GET /api/post/revisions/:postId': { path: ({ postId }) => `/api/post/revisions/${postId}`, expected: adminOnly(200) },
  'GET /api/post/revision/:postId/:revision': { path: ({ postId }) => `/api/post/revision/${postId}/1`, expected: adminOnly(200) },
  'POST /api/post/revision/:postId/:revision/restore': {
    path: ({ postId }) => `/api/post/revision/${postId}/1/restore`,
    body: () => ({}),
    expected: adminOnly(200),
  },
  'GET /api/post/trash': { path: () => '/api/post/trash', expected: adminOnly(200) },
  'POST /api/post/trash/:postId/restore': { path: ({ trashedId }) => `/api/post/trash/${trashedId}/restore`, expected: adminOnly(200) },
  'DELETE /api/post/trash/:postId': { path: ({ trashedId }) => `/api/post/trash/${trashedId}`, expected: adminOnly(200) },

  'GET /api/comment/count/:postId': { path: ({ postId }) => `/api/comment/count/${postId}`, expected: all(200) },
  'GET /api/comment/getpostcomments/:postId': { path: ({ postId }) => `/api/comment/getpostcomments/${postId}`, expected: all(200) },
  'GET /api/stats/months': { path: () => '/api/stats/months', expected: adminOnly(200) },
  'GET /api/comment/getcomments': { path: () => '/api/comment/getcomments', expected: adminOnly(200) },
  'POST /api/comment/create': {
    path: () => '/api/comment/create',
    body: ({ postId }) => ({ content: 'Knock, knock', postId }),
    expected: signedIn(201),
  },
  'PUT /api/comment/editcomment/:commentId': {
    path: ({ commentId }) => `/api/comment/editcomment/${commentId}`,
    body: () => ({ content: 'Another word' }),
    expected: own(200, 200),
  },
  'GET /api/post/likes/:postId': { path: ({ postId }) => `/api/post/likes/${postId}`, expected: all(200) },
  'GET /api/post/liked/:postId': { path: ({ postId }) => `/api/post/liked/${postId}`, expected: signedIn(200) },
  'PUT /api/post/like/:postId': { path: ({ postId }) => `/api/post/like/${postId}`, expected: { ...all(200), disabled: 401 } },
  'PUT /api/comment/likecomment/:commentId': { path: ({ commentId }) => `/api/comment/likecomment/${commentId}`, expected: signedIn(200) },
  'GET /api/comment/pending/:postId': { path: ({ postId }) => `/api/comment/pending/${postId}`, expected: signedIn(200) },
  'PUT /api/comment/approve/:commentId': { path: ({ commentId }) => `/api/comment/approve/${commentId}`, expected: adminOnly(200) },
  'DELETE /api/comment/approve/:commentId': { path: ({ commentId }) => `/api/comment/approve/${commentId}`, expected: adminOnly(200) },
  // The comment is not deleted.
  'POST /api/comment/restore/:commentId': { path: ({ commentId }) => `/api/comment/restore/${commentId}`, expected: adminOnly(404) },
  'GET /api/comment/attention': { path: () => '/api/comment/attention', expected: adminOnly(200) },
  'POST /api/comment/report/:commentId': {
    path: ({ commentId }) => `/api/comment/report/${commentId}`,
    body: () => ({ reason: 'Unkind' }),
    expected: { ...signedIn(201), user: 403 },
  },
  'DELETE /api/comment/reports/:commentId': { path: ({ commentId }) => `/api/comment/reports/${commentId}`, expected: adminOnly(200) },
  'DELETE /api/comment/deletecomment/:commentId': {
    path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`,
    expected: own(200, 200),
  },

  'GET /api/samples': { path: () => '/api/samples', expected: adminOnly(200) },
  'GET /api/samples/about': { path: () => '/api/samples/about', expected: adminOnly(200) },
  // The blog has posts.
  'POST /api/samples': { path: () => '/api/samples', expected: adminOnly(409) },
  'DELETE /api/samples': { path: () => '/api/samples', expected: adminOnly(200) },
  'GET /api/checklist': { path: () => '/api/checklist', expected: adminOnly(200) },
  'PUT /api/checklist': { path: () => '/api/checklist', body: () => ({}), expected: adminOnly(200) },
  'GET /api/setup': { path: () => '/api/setup', expected: all(200) },
  // The blog has its admin.
  'POST /api/setup': {
    path: () => '/api/setup',
    body: () => ({ key: 'x', username: 'stranger', email: 'stranger@example.org', password: 'a long password' }),
    expected: all(409),
  },

  'GET /api/site': { path: () => '/api/site', expected: all(200) },
  'GET /api/page/:page': { path: () => '/api/page/welcome', expected: all(200) },
  'GET /api/pages': { path: () => '/api/pages', expected: adminOnly(200) },
  'POST /api/pages': { path: () => '/api/pages', body: () => ({ title: 'Thanks' }), expected: adminOnly(201) },
  // Built-in pages cannot change their menu.
  'PUT /api/page/:page': { path: () => '/api/page/about', body: () => ({ place: 'footer' }), expected: adminOnly(400) },
  'DELETE /api/page/:page': { path: () => '/api/page/about', expected: adminOnly(200) },
  'GET /api/settings/blog': { path: () => '/api/settings/blog', expected: adminOnly(200) },
  'PUT /api/settings/blog': { path: () => '/api/settings/blog', body: () => ({}), expected: adminOnly(200) },
  'GET /api/categories': { path: () => '/api/categories', expected: adminOnly(200) },
  'POST /api/categories': { path: () => '/api/categories', body: () => ({ name: 'Journeys' }), expected: adminOnly(201) },
  'PUT /api/category/:category': { path: () => '/api/category/technology', body: () => ({ isHidden: true }), expected: adminOnly(200) },
  // Built-in categories cannot be deleted.
  'DELETE /api/category/:category': { path: () => '/api/category/life', expected: adminOnly(409) },
  'GET /api/settings/links': { path: () => '/api/settings/links', expected: adminOnly(200) },
  'PUT /api/settings/links': { path: () => '/api/settings/links', body: () => ({ links: [] }), expected: adminOnly(200) },
  'GET /api/settings/look': { path: () => '/api/settings/look', expected: adminOnly(200) },
  'PUT /api/settings/look': { path: () => '/api/settings/look', body: () => ({}), expected: adminOnly(200) },
  'GET /api/settings': { path: () => '/api/settings', expected: adminOnly(200) },
  'PUT /api/settings': { path: () => '/api/settings', body: () => ({}), expected: adminOnly(200) },
  'GET /api/settings/backups': { path: () => '/api/settings/backups', expected: adminOnly(200) },
  'POST /api/settings/backups': { path: () => '/api/settings/backups', expected: adminOnly(200) },
  // There is no such backup. Their own tests check the recent sign-in.
  'GET /api/settings/backups/:backup': { path: () => '/api/settings/backups/daily', expected: adminOnly(404) },
  'GET /api/settings/backups/:backup/file': { path: () => '/api/settings/backups/daily/file', expected: adminOnly(404) },
  'GET /api/imports': { path: () => '/api/imports', expected: adminOnly(200) },
  'POST /api/imports': { path: () => '/api/imports', body: () => ({ upload: 'x' }), expected: adminOnly(404) },
  // There is no such import; features/imports/imports.test.ts creates real ones.
  'GET /api/imports/:import': { path: () => '/api/imports/x', expected: adminOnly(404) },
  'GET /api/imports/:import/lines': { path: () => '/api/imports/x/lines?of=check&kind=tags', expected: adminOnly(404) },
  'GET /api/imports/:import/missing': { path: () => '/api/imports/x/missing', expected: adminOnly(404) },
  'POST /api/imports/:import/check': { path: () => '/api/imports/x/check', body: () => ({ site: null }), expected: adminOnly(404) },
  'POST /api/imports/:import/start': { path: () => '/api/imports/x/start', expected: adminOnly(404) },
  'POST /api/imports/:import/stop': { path: () => '/api/imports/x/stop', expected: adminOnly(404) },
  'DELETE /api/imports/:import': { path: () => '/api/imports/x', expected: adminOnly(404) },
  'GET /api/settings/mail': { path: () => '/api/settings/mail', expected: adminOnly(200) },
  // No mail is set up.
  'POST /api/settings/mail/test': { path: () => '/api/settings/mail/test', expected: adminOnly(409) },
  'GET /api/settings/mail/test/:mail': { path: () => '/api/settings/mail/test/x', expected: adminOnly(200) },
  'GET /api/mails/preview': { path: () => '/api/mails/preview', expected: adminOnly(200) },
  'POST /api/mails/test': { path: () => '/api/mails/test', body: () => ({}), expected: adminOnly(409) },
  'GET /api/settings/deliveries': { path: () => '/api/settings/deliveries', expected: adminOnly(200) },
  'POST /api/settings/deliveries/retry': { path: () => '/api/settings/deliveries/retry', expected: adminOnly(200) },
  'DELETE /api/settings/deliveries/:postId': { path: () => '/api/settings/deliveries/x', expected: adminOnly(200) },
  'GET /api/settings/version': { path: () => '/api/settings/version', expected: adminOnly(200) },
}

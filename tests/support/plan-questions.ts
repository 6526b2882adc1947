import type { EndpointKey } from '#app/contract/api.ts'
import { LIKE_QUESTIONS } from './like-questions.ts'
import { MAILED_CODE, type Things } from './plan-things.ts'
import { adminList, type Question, SETTINGS_QUESTIONS } from './settings-questions.ts'
import { TEST_PASSWORD } from './test-app.ts'

let count = 0
export const fresh = () => `fresh${(count += 1)}`
const list = (query: string): Question => ({ path: () => `/api/post/getposts${query}`, as: 'visitor' })

/**
 * Requests of every call, whose query plans are checked: no statement may read a whole table or index, sort rows whose
 * number grows with the blog, or run once per row. The table is typed by the contract's keys: a call without a row fails.
 */
export const QUESTIONS: Readonly<Record<EndpointKey, readonly Question[]>> = {
  'POST /api/auth/signup': [
    {
      path: () => '/api/auth/signup',
      body: () => {
        const name = fresh()
        return { username: name, email: `${name}@example.org`, password: TEST_PASSWORD }
      },
      as: 'visitor',
    },
  ],
  'POST /api/auth/signin': [
    {
      path: () => '/api/auth/signin',
      body: ({ user }) => ({ email: user.email, password: user.password }),
      as: 'visitor',
    },
    { path: () => '/api/auth/signin', body: ({ user }) => ({ email: user.email, password: 'wrong' }), as: 'visitor' },
  ],
  // Its own tests run it with an identity provider; its lookups are by unique keys.
  'POST /api/auth/google': [{ path: () => '/api/auth/google', body: () => ({ idToken: 'x.y.z' }), as: 'visitor' }],
  'GET /api/auth/session': [{ path: () => '/api/auth/session', as: 'user' }],
  'POST /api/auth/renew': [{ path: () => '/api/auth/renew', as: 'user' }],
  'POST /api/auth/confirm-password': [
    { path: () => '/api/auth/confirm-password', body: ({ user }) => ({ currentPassword: user.password }), as: 'user' },
  ],
  'GET /api/auth/passkeys': [{ path: () => '/api/auth/passkeys', as: 'user' }],
  'POST /api/auth/passkeys/begin': [{ path: () => '/api/auth/passkeys/begin', as: 'user' }],
  'POST /api/auth/passkeys': [{ path: () => '/api/auth/passkeys', body: ({ newPasskey }) => ({ credential: newPasskey }), as: 'user' }],
  'PUT /api/auth/passkeys/:passkeyId': [
    { path: ({ passkeyId }) => `/api/auth/passkeys/${passkeyId}`, body: () => ({ name: 'Mine' }), as: 'user' },
  ],
  'DELETE /api/auth/passkeys/:passkeyId': [{ path: ({ passkeyId }) => `/api/auth/passkeys/${passkeyId}`, as: 'user' }],
  'POST /api/auth/passkey/begin': [{ path: () => '/api/auth/passkey/begin', as: 'visitor' }],
  'POST /api/auth/passkey': [{ path: () => '/api/auth/passkey', body: ({ passkey }) => ({ credential: passkey }), as: 'visitor' }],
  'POST /api/auth/confirm-passkey': [
    { path: () => '/api/auth/confirm-passkey', body: ({ passkey }) => ({ credential: passkey }), as: 'user' },
  ],
  'POST /api/auth/second-step': [
    { path: () => '/api/auth/second-step', body: ({ attempt }) => ({ attempt, code: MAILED_CODE }), as: 'visitor' },
    { path: () => '/api/auth/second-step', body: ({ attempt }) => ({ attempt, code: '000000' }), as: 'visitor' },
  ],
  'POST /api/auth/second-step/code': [{ path: () => '/api/auth/second-step/code', body: ({ attempt }) => ({ attempt }), as: 'visitor' }],
  'POST /api/auth/confirm-second-step': [
    {
      path: () => '/api/auth/confirm-second-step',
      body: ({ confirmation }) => ({ attempt: confirmation, code: MAILED_CODE }),
      as: 'admin',
    },
  ],
  'GET /api/auth/sessions': [{ path: () => '/api/auth/sessions', as: 'user' }],
  'DELETE /api/auth/sessions': [{ path: () => '/api/auth/sessions', as: 'user' }],
  'DELETE /api/auth/sessions/:sessionId': [{ path: ({ sessionId }) => `/api/auth/sessions/${sessionId}`, as: 'user' }],
  'POST /api/auth/forgot-password': [
    { path: () => '/api/auth/forgot-password', body: ({ user }) => ({ email: user.email }), as: 'visitor' },
  ],
  'POST /api/auth/reset-password': [
    {
      path: () => '/api/auth/reset-password',
      body: ({ resetToken }) => ({ token: resetToken, password: TEST_PASSWORD }),
      as: 'visitor',
    },
  ],
  'POST /api/auth/send-verification': [{ path: () => '/api/auth/send-verification', as: 'user' }],
  'POST /api/auth/verify-email': [
    { path: () => '/api/auth/verify-email', body: ({ verifyToken }) => ({ token: verifyToken }), as: 'visitor' },
  ],

  'POST /api/user/signout': [{ path: () => '/api/user/signout', as: 'user' }],
  'PUT /api/user/update/:userId': [
    { path: ({ user }) => `/api/user/update/${user.id}`, body: () => ({ username: fresh() }), as: 'user' },
    {
      path: ({ user }) => `/api/user/update/${user.id}`,
      body: () => ({ email: `${fresh()}@example.org`, password: TEST_PASSWORD }),
      as: 'user',
    },
  ],
  'PUT /api/user/disable/:userId': [
    {
      path: ({ user }) => `/api/user/disable/${user.id}`,
      body: () => ({ disabled: true }),
      as: 'admin',
    },
  ],
  'PUT /api/user/role/:userId': [
    { path: ({ user }) => `/api/user/role/${user.id}`, body: () => ({ role: 'family' }), as: 'admin' },
    { path: ({ user }) => `/api/user/role/${user.id}`, body: () => ({ role: 'admin' }), as: 'admin' },
    { path: ({ admin }) => `/api/user/role/${admin.id}`, body: () => ({ role: 'reader' }), as: 'admin' },
  ],
  'GET /api/invitations': [adminList('/api/invitations')],
  'POST /api/invitations': [{ path: () => '/api/invitations', body: () => ({ name: 'All', usesMax: null }), as: 'admin' }],
  'DELETE /api/invitations/:invitationId': [
    { path: ({ spareInvitationId }) => `/api/invitations/${spareInvitationId}`, as: 'admin' },
    { path: () => '/api/invitations/imported', as: 'admin' },
  ],
  'POST /api/following/ask': [
    {
      path: () => '/api/following/ask',
      body: () => ({ email: `${fresh()}@example.org`, posts: 'weekly', categories: ['life'] }),
      as: 'visitor',
    },
  ],
  'POST /api/following/confirm': [
    { path: () => '/api/following/confirm', body: ({ followToken }) => ({ token: followToken }), as: 'visitor' },
  ],
  'GET /api/following': [{ path: ({ following }) => `/api/following?link=${following}`, as: 'visitor' }],
  'PUT /api/following': [{ path: () => '/api/following', body: ({ following }) => ({ link: following, posts: 'daily' }), as: 'visitor' }],
  'POST /api/following/end': [
    { path: () => '/api/following/end', body: ({ following }) => ({ link: following, what: 'all' }), as: 'visitor' },
  ],
  'GET /api/following/own': [{ path: () => '/api/following/own', as: 'user' }],
  'PUT /api/following/own': [
    { path: () => '/api/following/own', body: () => ({ posts: 'weekly', categories: ['life'], replies: true }), as: 'user' },
  ],
  'GET /api/followers': [adminList('/api/followers')],
  'DELETE /api/followers/:followerId': [{ path: ({ followerId }) => `/api/followers/${followerId}`, as: 'admin' }],
  'GET /api/requests': [adminList('/api/requests')],
  'POST /api/requests/:requestId': [
    { path: ({ requestId }) => `/api/requests/${requestId}`, body: () => ({ isFamily: true }), as: 'admin' },
  ],
  'DELETE /api/requests/:requestId': [{ path: ({ requestId }) => `/api/requests/${requestId}`, as: 'admin' }],
  'POST /api/invitation/open': [{ path: () => '/api/invitation/open', body: ({ invitation }) => ({ token: invitation }), as: 'visitor' }],
  'POST /api/invitation/signup': [
    {
      path: () => '/api/invitation/signup',
      body: ({ invitation }) => ({
        token: invitation,
        displayName: 'Ruth',
        email: `${fresh()}@example.org`,
        password: TEST_PASSWORD,
      }),
      as: 'visitor',
    },
  ],
  'POST /api/invitation/accept': [{ path: () => '/api/invitation/accept', body: ({ invitation }) => ({ token: invitation }), as: 'user' }],
  'DELETE /api/user/delete/:userId': [
    { path: ({ user }) => `/api/user/delete/${user.id}`, as: 'user' },
    { path: ({ admin }) => `/api/user/delete/${admin.id}`, as: 'admin' },
  ],
  'GET /api/user/getusers': [
    adminList('/api/user/getusers'),
    adminList('/api/user/getusers?startIndex=90000'),
    adminList('/api/user/getusers?sort=asc&startIndex=20'),
  ],
  'GET /api/user/my-data': [{ path: () => '/api/user/my-data', as: 'user' }],
  'GET /api/user/:userId': [{ path: ({ user }) => `/api/user/${user.id}`, as: 'visitor' }],

  'GET /api/post/getposts': [
    list(''),
    list('?sort=asc&limit=100&startIndex=20'),
    list('?startIndex=90000'),
    list('?pinned=first'),
    list('?pinned=first&startIndex=90000'),
    list('?category=life'),
    list('?category=life&startIndex=90000'),
    { ...list(''), path: ({ admin }) => `/api/post/getposts?userId=${admin.id}` },
    { ...list(''), path: ({ admin }) => `/api/post/getposts?userId=${admin.id}&category=life&startIndex=9` },
    { ...list(''), path: ({ postId }) => `/api/post/getposts?postId=${postId}` },
    { ...list(''), path: ({ slug }) => `/api/post/getposts?slug=${slug}` },
    list('?searchTerm=kettle+night'),
    list('?searchTerm=ketle+nihgt'),
    list('?searchTerm=ketlte&category=life'),
    list('?searchTerm=kettle+n&sort=asc'),
    list('?searchTerm=kettle+nig&category=life&sort=relevance&startIndex=2'),
    { ...list(''), path: ({ slug }) => `/api/post/getposts?searchTerm=kettle&slug=${slug}` },
    { ...list('?startIndex=90000'), as: 'user' },
    { ...list('?category=life&startIndex=90000'), as: 'admin' },
    { ...list('?searchTerm=kettle+nig&sort=relevance'), as: 'user' },
  ],
  'GET /api/post/overview': [
    adminList('/api/post/overview'),
    adminList('/api/post/overview?startIndex=90000'),
    adminList('/api/post/overview?status=published&startIndex=9'),
    adminList('/api/post/overview?status=edited'),
    adminList('/api/post/overview?searchTerm=kettle+n'),
  ],
  'GET /api/post/getpost/:postId': [
    { path: ({ postId }) => `/api/post/getpost/${postId}`, as: 'admin' },
    { path: ({ plannedId }) => `/api/post/getpost/${plannedId}`, as: 'admin' },
  ],
  'PUT /api/post/pin/:postId': [{ path: ({ postId }) => `/api/post/pin/${postId}`, body: () => ({ pinned: true }), as: 'admin' }],
  'POST /api/post/create': [
    {
      path: () => '/api/post/create',
      body: () => ({ title: 'A kettle', content: '<p>kettle</p>', publishAt: '2050-01-01T00:00:00Z' }),
      as: 'admin',
    },
    {
      path: () => '/api/post/create',
      body: () => ({ title: 'A kettle', content: '<p>kettle <img src="/files/abcdefghijklmnop/640.webp" alt=""></p>' }),
      as: 'admin',
    },
  ],
  'PUT /api/post/updatepost/:postId/:userId': [
    {
      path: ({ postId, admin }) => `/api/post/updatepost/${postId}/${admin.id}`,
      body: () => ({ title: 'A kettle', content: '<p>night</p>', category: 'health' }),
      as: 'admin',
    },
    ...['2050-01-01T00:00:00Z', '2001-01-01T00:00:00Z', null].map((publishAt) => ({
      path: ({ plannedId, admin }: Things) => `/api/post/updatepost/${plannedId}/${admin.id}`,
      body: () => ({ title: 'A kettle', publishAt }),
      as: 'admin' as const,
    })),
  ],
  'DELETE /api/post/deletepost/:postId/:userId': [
    { path: ({ plannedId, admin }) => `/api/post/deletepost/${plannedId}/${admin.id}`, as: 'admin' },
    { path: ({ postId, admin }) => `/api/post/deletepost/${postId}/${admin.id}`, as: 'admin' },
  ],

  'GET /api/post/draft/:postId': [
    { path: ({ postId }) => `/api/post/draft/${postId}`, as: 'admin' },
    { path: () => '/api/post/draft/new', as: 'admin' },
  ],
  'PUT /api/post/draft/:postId': [
    {
      path: ({ postId }) => `/api/post/draft/${postId}`,
      body: () => ({ writer: 'tab', sequence: 1, title: 'A', content: '<p>b</p>', category: 'life', image: null, baseRevision: 1 }),
      as: 'admin',
    },
  ],
  'DELETE /api/post/draft/:postId': [{ path: ({ postId }) => `/api/post/draft/${postId}`, as: 'admin' }],
  'GET /api/post/revisions/:postId': [{ path: ({ postId }) => `/api/post/revisions/${postId}`, as: 'admin' }],
  'GET /api/post/revision/:postId/:revision': [{ path: ({ postId }) => `/api/post/revision/${postId}/1`, as: 'admin' }],
  'POST /api/post/revision/:postId/:revision/restore': [
    { path: ({ postId }) => `/api/post/revision/${postId}/1/restore`, body: () => ({}), as: 'admin' },
  ],
  'GET /api/post/trash': [adminList('/api/post/trash')],
  'POST /api/post/trash/:postId/restore': [
    { path: ({ trashedId }) => `/api/post/trash/${trashedId}/restore`, body: () => ({}), as: 'admin' },
  ],
  'DELETE /api/post/trash/:postId': [{ path: ({ trashedId }) => `/api/post/trash/${trashedId}`, as: 'admin' }],

  'GET /api/comment/count/:postId': [{ path: ({ postId }) => `/api/comment/count/${postId}`, as: 'visitor' }],
  'GET /api/comment/getpostcomments/:postId': [
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?limit=30&startIndex=30`, as: 'visitor' },
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?order=threads&limit=30`, as: 'visitor' },
    // The second of them is a reply, whose comment is looked up.
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?order=threads&limit=1&startIndex=1`, as: 'visitor' },
  ],
  'GET /api/comment/getcomments': [
    adminList('/api/comment/getcomments'),
    adminList('/api/comment/getcomments?startIndex=900000'),
    adminList('/api/comment/getcomments?sort=attention&startIndex=2'),
  ],
  'POST /api/comment/create': [
    { path: () => '/api/comment/create', body: ({ postId }) => ({ postId, content: 'Hello' }), as: 'user' },
    { path: () => '/api/comment/create', body: ({ postId }) => ({ postId, content: 'Hello' }), as: 'admin' },
    { path: () => '/api/comment/create', body: ({ postId, commentId }) => ({ postId, content: 'Hi', parentId: commentId }), as: 'user' },
  ],
  'PUT /api/comment/editcomment/:commentId': [
    { path: ({ commentId }) => `/api/comment/editcomment/${commentId}`, body: () => ({ content: 'Hi' }), as: 'user' },
  ],
  ...LIKE_QUESTIONS,
  'PUT /api/comment/likecomment/:commentId': [{ path: ({ commentId }) => `/api/comment/likecomment/${commentId}`, as: 'user' }],
  'DELETE /api/comment/deletecomment/:commentId': [
    { path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`, as: 'user' },
    { path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`, as: 'admin' },
  ],
  'GET /api/comment/pending/:postId': [
    { path: ({ postId }) => `/api/comment/pending/${postId}`, as: 'user' },
    { path: ({ postId }) => `/api/comment/pending/${postId}`, as: 'admin' },
  ],
  'PUT /api/comment/approve/:commentId': [{ path: ({ commentId }) => `/api/comment/approve/${commentId}`, as: 'admin' }],
  'DELETE /api/comment/approve/:commentId': [{ path: ({ commentId }) => `/api/comment/approve/${commentId}`, as: 'admin' }],
  'POST /api/comment/restore/:commentId': [{ path: ({ deletedCommentId }) => `/api/comment/restore/${deletedCommentId}`, as: 'admin' }],
  'GET /api/comment/attention': [adminList('/api/comment/attention')],
  'POST /api/comment/report/:commentId': [
    { path: ({ commentId }) => `/api/comment/report/${commentId}`, body: () => ({ reason: 'Unkind' }), as: 'admin' },
  ],
  'DELETE /api/comment/reports/:commentId': [{ path: ({ commentId }) => `/api/comment/reports/${commentId}`, as: 'admin' }],

  'GET /api/stats/months': [adminList('/api/stats/months')],
  'GET /api/samples': [adminList('/api/samples')],
  'GET /api/samples/about': [adminList('/api/samples/about')],
  'POST /api/samples': [{ path: () => '/api/samples', as: 'admin' }],
  'DELETE /api/samples': [{ path: () => '/api/samples', as: 'admin' }],
  'GET /api/setup': [{ path: () => '/api/setup', as: 'visitor' }],
  'POST /api/setup': [
    {
      path: () => '/api/setup',
      body: () => ({ key: 'x', username: 'stranger', email: 'stranger@example.org', password: 'a long password' }),
      as: 'visitor',
    },
  ],
  'GET /api/site': [{ path: () => '/api/site', as: 'visitor' }],
  ...SETTINGS_QUESTIONS,
}

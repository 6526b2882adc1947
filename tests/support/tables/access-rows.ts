import type { EndpointName } from '#app/contract/endpoints.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'

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
  /** Id of an earlier version of the post. */
  readonly versionId?: string
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

export const FIRST_ADMIN = { key: 'x', displayName: 'A stranger', email: 'stranger@example.org', password: 'a long password' }
const DRAFT = { sequence: 0, baseRevision: 1, title: '', category: 'life', image: '', content: '' }
const POST = { title: 'A post', content: '<p>Words.</p>' }
const NEW_PASSWORD = 'another long password'
let count = 0
const unused = (word: string) => `${word}${(count += 1)}`

const NO_ATTEMPT = { attempt: 'A'.repeat(43), code: '123456' }
const NO_TOKEN = 'A'.repeat(43)
const NO_LINK = `x.${NO_TOKEN}`
const NO_PASSKEY = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '' } }

export const ROWS: Readonly<Record<EndpointName, Row>> = {
  signUp: {
    path: () => '/api/auth/signup',
    body: () => {
      const name = unused('fresh')
      return { username: name, email: `${name}@example.org`, password: NEW_PASSWORD }
    },
    expected: all(201),
  },
  signIn: { path: () => '/api/auth/signin', body: () => ({ email: 'a@b.org', password: 'x' }), expected: all(401) },
  signInWithGoogle: { path: () => '/api/auth/google', body: () => ({ idToken: 'x.y.z' }), expected: all(401) },
  getSession: { path: () => '/api/auth/session', expected: signedIn(200) },
  renewSession: { path: () => '/api/auth/renew', expected: signedIn(200) },
  confirmPassword: {
    path: () => '/api/auth/confirm-password',
    body: () => ({ currentPassword: TEST_PASSWORD }),
    expected: signedIn(200),
  },
  listPasskeys: { path: () => '/api/auth/passkeys', expected: signedIn(200) },
  beginPasskey: { path: () => '/api/auth/passkeys/begin', expected: signedIn(200) },
  // Sends no valid passkey; features/passkeys/passkeys.test.ts does.
  addPasskey: { path: () => '/api/auth/passkeys', body: () => ({ credential: NO_PASSKEY }), expected: signedIn(400) },
  renamePasskey: { path: () => '/api/auth/passkeys/x', body: () => ({ name: 'Mine' }), expected: signedIn(404) },
  deletePasskey: { path: () => '/api/auth/passkeys/x', expected: signedIn(404) },
  getPrivateFeed: { path: () => '/api/private-feed', expected: signedIn(200) },
  createPrivateFeed: { path: () => '/api/private-feed', expected: signedIn(201) },
  deletePrivateFeed: { path: () => '/api/private-feed', expected: signedIn(404) },
  beginPasskeySignIn: { path: () => '/api/auth/passkey/begin', expected: all(200) },
  signInWithPasskey: { path: () => '/api/auth/passkey', body: () => ({ credential: NO_PASSKEY }), expected: all(401) },
  confirmWithPasskey: {
    path: () => '/api/auth/confirm-passkey',
    body: () => ({ credential: NO_PASSKEY }),
    expected: signedIn(403),
  },
  // This blog cannot send mail, and the attempt does not exist; codes.test.ts has a blog that can.
  sendSignInCode: { path: () => '/api/auth/code', body: () => ({ email: 'a@b.org' }), expected: all(404) },
  sendCodeAgain: { path: () => '/api/auth/code/again', body: () => NO_ATTEMPT, expected: all(409) },
  signInWithCode: { path: () => '/api/auth/code/sign-in', body: () => NO_ATTEMPT, expected: all(410) },
  sendConfirmationCode: { path: () => '/api/auth/code/confirmation', expected: signedIn(404) },
  confirmWithCode: { path: () => '/api/auth/code/confirm', body: () => NO_ATTEMPT, expected: signedIn(410) },
  listSessions: { path: () => '/api/auth/sessions', expected: signedIn(200) },
  endOtherSessions: { path: () => '/api/auth/sessions', expected: signedIn(200) },
  endSession: {
    path: ({ sessionId }) => `/api/auth/sessions/${sessionId}`,
    expected: own(200, 404, 404),
  },
  signInWithLink: { path: () => '/api/auth/link', body: () => ({ token: 'A'.repeat(43) }), expected: all(400) },
  sendVerification: { path: () => '/api/auth/send-verification', expected: signedIn(404) },
  verifyEmail: { path: () => '/api/auth/verify-email', body: () => ({ token: 'A'.repeat(43) }), expected: all(400) },

  signOut: { path: () => '/api/user/signout', expected: all(200) },
  updateUser: {
    path: ({ userId }) => `/api/user/update/${userId}`,
    body: () => ({ username: unused('named') }),
    expected: own(200),
  },
  disableUser: {
    path: ({ userId }) => `/api/user/disable/${userId}`,
    body: () => ({ disabled: true }),
    expected: adminOnly(200),
  },
  updateRole: {
    path: ({ userId }) => `/api/user/role/${userId}`,
    body: () => ({ role: 'family' }),
    expected: adminOnly(200),
  },
  createSignInLink: { path: ({ userId }) => `/api/user/sign-in-link/${userId}`, expected: adminOnly(200) },
  deleteUser: { path: ({ userId }) => `/api/user/delete/${userId}`, expected: own(200, 200) },
  listUsers: { path: () => '/api/user/getusers', expected: adminOnly(200) },
  downloadMyData: { path: () => '/api/user/my-data', expected: signedIn(200) },
  getUser: { path: ({ userId }) => `/api/user/${userId}`, expected: all(200) },

  listInvitations: { path: () => '/api/invitations', expected: adminOnly(200) },
  createInvitation: { path: () => '/api/invitations', body: () => ({ name: 'All', usesMax: null }), expected: adminOnly(201) },
  endInvitation: { path: () => '/api/invitations/x', expected: adminOnly(404) },
  // Sends a wrong token; features/invitations/invitations.test.ts sends valid ones.
  openInvitation: { path: () => '/api/invitation/open', body: () => ({ token: NO_TOKEN }), expected: all(404) },
  signUpByInvitation: {
    path: () => '/api/invitation/signup',
    body: () => ({ token: NO_TOKEN, displayName: 'Ruth', email: 'ruth@example.org', password: NEW_PASSWORD }),
    expected: all(404),
  },
  acceptInvitation: {
    path: () => '/api/invitation/accept',
    body: () => ({ token: NO_TOKEN }),
    // Family members and admins need no invitation.
    expected: { ...signedIn(404), family: 409, admin: 409 },
  },

  // Sends wrong links and tokens; followers.test.ts sends valid ones. This blog cannot send mail.
  follow: {
    path: () => '/api/following/ask',
    body: () => ({ email: 'aunt@example.org' }),
    expected: all(404),
  },
  confirmFollowing: { path: () => '/api/following/confirm', body: () => ({ token: NO_TOKEN }), expected: all(400) },
  getLinkedMails: { path: () => `/api/following?link=${NO_LINK}`, expected: all(404) },
  updateLinkedMails: { path: () => '/api/following', body: () => ({ link: NO_LINK, posts: 'weekly' }), expected: all(404) },
  getOwnMails: { path: () => '/api/following/own', expected: signedIn(200) },
  updateOwnMails: { path: () => '/api/following/own', body: () => ({ posts: 'weekly', replies: true }), expected: signedIn(200) },
  endFollowing: { path: () => '/api/following/end', body: () => ({ link: NO_LINK, what: 'posts' }), expected: all(404) },
  listFollowers: { path: () => '/api/followers', expected: adminOnly(200) },
  deleteFollower: { path: () => '/api/followers/x', expected: adminOnly(404) },

  askForAccount: {
    path: () => '/api/requests',
    body: () => ({ displayName: 'Ruth', email: 'ruth@example.org', note: 'A neighbour' }),
    // The blog is open; a closed one without mail asks for a password.
    expected: all(409),
  },
  askToJoin: { path: () => '/api/requests/own', body: () => ({ note: 'It is me' }), expected: signedIn(409) },
  listSignUpRequests: { path: () => '/api/requests', expected: adminOnly(200) },
  approveSignUp: { path: () => '/api/requests/x', expected: adminOnly(404) },
  refuseSignUps: { path: () => '/api/requests/refusals', body: () => ({ requestIds: ['x'] }), expected: adminOnly(200) },
  refuseSignUp: { path: () => '/api/requests/x', expected: adminOnly(404) },

  listPosts: { path: () => '/api/post/getposts', expected: all(200) },
  listPostOverview: { path: () => '/api/post/overview', expected: adminOnly(200) },
  getPostToEdit: { path: ({ postId }) => `/api/post/getpost/${postId}`, expected: adminOnly(200) },
  pinPost: {
    path: ({ postId }) => `/api/post/pin/${postId}`,
    body: () => ({ pinned: true }),
    expected: adminOnly(200),
  },
  createPost: { path: () => '/api/post/create', body: () => POST, expected: adminOnly(201) },
  updatePost: {
    path: ({ postId, actorId }) => `/api/post/updatepost/${postId}/${actorId}`,
    body: () => ({ title: 'Another post' }),
    expected: adminOnly(200),
  },
  deletePost: {
    path: ({ postId, actorId }) => `/api/post/deletepost/${postId}/${actorId}`,
    expected: adminOnly(200),
  },

  getDraft: { path: ({ postId }) => `/api/post/draft/${postId}`, expected: adminOnly(200) },
  saveDraft: { path: ({ postId }) => `/api/post/draft/${postId}`, body: () => DRAFT, expected: adminOnly(200) },
  listRevisions: { path: ({ postId }) => `/api/post/revisions/${postId}`, expected: adminOnly(200) },
  getRevision: { path: ({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}`, expected: adminOnly(200) },
  restoreRevision: {
    path: ({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}/restore`,
    body: () => ({}),
    expected: adminOnly(200),
  },
  listTrash: { path: () => '/api/post/trash', expected: adminOnly(200) },
  restorePost: { path: ({ trashedId }) => `/api/post/trash/${trashedId}/restore`, expected: adminOnly(200) },
  deleteTrashedPost: { path: ({ trashedId }) => `/api/post/trash/${trashedId}`, expected: adminOnly(200) },

  countComments: { path: ({ postId }) => `/api/comment/count/${postId}`, expected: all(200) },
  listComments: { path: ({ postId }) => `/api/comment/getpostcomments/${postId}`, expected: all(200) },
  getTroubles: { path: () => '/api/stats/troubles', expected: adminOnly(200) },
  listAllComments: { path: () => '/api/comment/getcomments', expected: adminOnly(200) },
  createComment: {
    path: () => '/api/comment/create',
    body: ({ postId }) => ({ content: 'Knock, knock', postId }),
    expected: signedIn(201),
  },
  editComment: {
    path: ({ commentId }) => `/api/comment/editcomment/${commentId}`,
    body: () => ({ content: 'Another word' }),
    expected: own(200, 200),
  },
  getHearts: { path: ({ postId }) => `/api/post/likes/${postId}`, expected: all(200) },
  getOwnHeart: { path: ({ postId }) => `/api/post/liked/${postId}`, expected: signedIn(200) },
  likePost: { path: ({ postId }) => `/api/post/like/${postId}`, expected: { ...all(200), disabled: 401 } },
  likeComment: { path: ({ commentId }) => `/api/comment/likecomment/${commentId}`, expected: signedIn(200) },
  listPendingComments: { path: ({ postId }) => `/api/comment/pending/${postId}`, expected: signedIn(200) },
  approveComment: { path: ({ commentId }) => `/api/comment/approve/${commentId}`, expected: adminOnly(200) },
  withdrawApproval: { path: ({ commentId }) => `/api/comment/approve/${commentId}`, expected: adminOnly(200) },
  // The comment is not deleted.
  restoreComment: { path: ({ commentId }) => `/api/comment/restore/${commentId}`, expected: signedIn(404) },
  getUserContent: { path: ({ userId }) => `/api/comment/user-content/${userId}`, expected: adminOnly(200) },
  removeUserContent: { path: ({ userId }) => `/api/comment/removals/${userId}`, expected: adminOnly(200) },
  // Nothing of the account was removed.
  restoreUserContent: { path: ({ userId }) => `/api/comment/removals/${userId}`, expected: adminOnly(404) },
  listRemovals: { path: () => '/api/comment/removals', expected: adminOnly(200) },
  deleteComments: {
    path: () => '/api/comment/deletions',
    body: ({ commentId }) => ({ commentIds: [commentId] }),
    expected: adminOnly(200),
  },
  // The comment is not deleted.
  restoreComments: {
    path: () => '/api/comment/restorations',
    body: ({ commentId }) => ({ commentIds: [commentId] }),
    expected: adminOnly(404),
  },
  countAttention: { path: () => '/api/comment/attention', expected: adminOnly(200) },
  markCommentsSeen: { path: () => '/api/comment/seen', body: () => ({ through: new Date(0).toISOString() }), expected: adminOnly(200) },
  reportComment: {
    path: ({ commentId }) => `/api/comment/report/${commentId}`,
    body: () => ({ reason: 'Unkind' }),
    expected: { ...all(201), user: 403, disabled: 401 },
  },
  dismissReports: { path: ({ commentId }) => `/api/comment/reports/${commentId}`, expected: adminOnly(200) },
  deleteComment: {
    path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`,
    expected: own(200, 200),
  },

  getChecklist: { path: () => '/api/checklist', expected: adminOnly(200) },
  updateChecklist: { path: () => '/api/checklist', body: () => ({}), expected: adminOnly(200) },
  getSetup: { path: () => '/api/setup', expected: all(200) },
  // The blog has its admin.
  checkFirstAdmin: { path: () => '/api/setup/check', body: () => FIRST_ADMIN, expected: all(409) },
  createFirstAdmin: { path: () => '/api/setup', body: () => ({ ...FIRST_ADMIN, wayIn: 'family' }), expected: all(409) },

  getSite: { path: () => '/api/site', expected: all(200) },
  getPage: { path: () => '/api/page/welcome', expected: all(200) },
  listPages: { path: () => '/api/pages', expected: adminOnly(200) },
  createPage: { path: () => '/api/pages', body: () => ({ title: 'Thanks' }), expected: adminOnly(201) },
  // Built-in pages cannot change their menu.
  updatePage: { path: () => '/api/page/about', body: () => ({ place: 'footer' }), expected: adminOnly(400) },
  deletePage: { path: () => '/api/page/about', expected: adminOnly(200) },
  getBlogWords: { path: () => '/api/settings/blog', expected: adminOnly(200) },
  updateBlogWords: { path: () => '/api/settings/blog', body: () => ({}), expected: adminOnly(200) },
  listCategories: { path: () => '/api/categories', expected: adminOnly(200) },
  createCategory: { path: () => '/api/categories', body: () => ({ name: 'Journeys' }), expected: adminOnly(201) },
  updateCategory: { path: () => '/api/category/technology', body: () => ({ isHidden: true }), expected: adminOnly(200) },
  // Built-in categories cannot be deleted.
  deleteCategory: { path: () => '/api/category/life', expected: adminOnly(409) },
  getLinks: { path: () => '/api/settings/links', expected: adminOnly(200) },
  updateLinks: { path: () => '/api/settings/links', body: () => ({ links: [] }), expected: adminOnly(200) },
  getLook: { path: () => '/api/settings/look', expected: adminOnly(200) },
  updateLook: { path: () => '/api/settings/look', body: () => ({}), expected: adminOnly(200) },
  getSettings: { path: () => '/api/settings', expected: adminOnly(200) },
  getReaders: { path: () => '/api/settings/readers', expected: adminOnly(200) },
  dismissMoved: { path: () => '/api/settings/readers/moved', expected: adminOnly(200) },
  updateSettings: { path: () => '/api/settings', body: () => ({}), expected: adminOnly(200) },
  listBackups: { path: () => '/api/settings/backups', expected: adminOnly(200) },
  createBackup: { path: () => '/api/settings/backups', expected: adminOnly(200) },
  // There is no such backup. Their own tests check the recent sign-in.
  getBackup: { path: () => '/api/settings/backups/daily', expected: adminOnly(404) },
  downloadBackup: { path: () => '/api/settings/backups/daily/file', expected: adminOnly(404) },
  getBackupPlace: { path: () => '/api/backup-place', expected: adminOnly(200) },
  // Each row's admin has just signed in.
  saveBackupPlace: { path: () => '/api/backup-place', body: () => ({ url: 'x' }), expected: adminOnly(400) },
  removeBackupPlace: { path: () => '/api/backup-place', expected: adminOnly(200) },
  createBackupKey: { path: () => '/api/backup-place/key', expected: adminOnly(409) },
  getRestore: { path: () => '/api/restore', expected: adminOnly(200) },
  // There is a blog already.
  checkBackup: { path: () => '/api/restore/check', body: () => ({ id: 'x' }), expected: adminOnly(409) },
  startRestore: { path: () => '/api/restore', body: () => ({ id: 'x' }), expected: adminOnly(409) },
  copyBackupNow: { path: () => '/api/backup-place/copy', expected: adminOnly(200) },
  getExport: { path: () => '/api/export', expected: adminOnly(200) },
  downloadExport: { path: () => '/api/export/file', expected: adminOnly(200) },
  listImports: { path: () => '/api/imports', expected: adminOnly(200) },
  createImport: { path: () => '/api/imports', body: () => ({ upload: 'x' }), expected: adminOnly(404) },
  // There is no such import; features/imports/imports.test.ts creates real ones.
  getImport: { path: () => '/api/imports/x', expected: adminOnly(404) },
  startImport: { path: () => '/api/imports/x/start', body: () => ({ site: null }), expected: adminOnly(404) },
  stopImport: { path: () => '/api/imports/x/stop', expected: adminOnly(404) },
  mailImportedFollowers: { path: () => '/api/imports/x/followers', expected: adminOnly(404) },
  getRollback: { path: () => '/api/imports/x/rollback', expected: adminOnly(404) },
  takeBackImport: { path: () => '/api/imports/x/take-back', expected: adminOnly(404) },
  deleteImport: { path: () => '/api/imports/x', expected: adminOnly(404) },
  getMailSettings: { path: () => '/api/settings/mail', expected: adminOnly(200) },
  // No mail is set up.
  sendTestMail: { path: () => '/api/settings/mail/test', expected: adminOnly(409) },
  getTestMail: { path: () => '/api/settings/mail/test/x', expected: adminOnly(200) },
  getDeliveries: { path: () => '/api/settings/deliveries', expected: adminOnly(200) },
  retryDeliveries: { path: () => '/api/settings/deliveries/retry', expected: adminOnly(200) },
  cancelDeliveries: { path: () => '/api/settings/deliveries/x', expected: adminOnly(200) },
  getPostDelivery: { path: () => '/api/settings/deliveries/x', expected: adminOnly(200) },
  getMailReach: { path: () => '/api/mails/reach?audience=family', expected: adminOnly(200) },
  getVersion: { path: () => '/api/settings/version', expected: adminOnly(200) },
}

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

/** @param path of the request, if it does not depend on the ids */
const row = (path: string | Row['path'], expected: Expected, body?: object | NonNullable<Row['body']>): Row => ({
  path: typeof path === 'string' ? () => path : path,
  expected,
  ...(body && { body: typeof body === 'function' ? (body as NonNullable<Row['body']>) : () => body }),
})

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
  signUp: row('/api/auth/signup', all(201), () => {
    const name = unused('fresh')
    return { username: name, email: `${name}@example.org`, password: NEW_PASSWORD }
  }),
  signIn: row('/api/auth/signin', all(401), { email: 'a@b.org', password: 'x' }),
  signInWithGoogle: row('/api/auth/google', all(401), { idToken: 'x.y.z' }),
  getSession: row('/api/auth/session', signedIn(200)),
  renewSession: row('/api/auth/renew', signedIn(200)),
  confirmPassword: row('/api/auth/confirm-password', signedIn(200), { currentPassword: TEST_PASSWORD }),
  listPasskeys: row('/api/auth/passkeys', signedIn(200)),
  beginPasskey: row('/api/auth/passkeys/begin', signedIn(200)),
  // Sends no valid passkey; features/passkeys/passkeys.test.ts does.
  addPasskey: row('/api/auth/passkeys', signedIn(400), { credential: NO_PASSKEY }),
  renamePasskey: row('/api/auth/passkeys/x', signedIn(404), { name: 'Mine' }),
  deletePasskey: row('/api/auth/passkeys/x', signedIn(404)),
  getPrivateFeed: row('/api/private-feed', signedIn(200)),
  createPrivateFeed: row('/api/private-feed', signedIn(201)),
  deletePrivateFeed: row('/api/private-feed', signedIn(404)),
  beginPasskeySignIn: row('/api/auth/passkey/begin', all(200)),
  signInWithPasskey: row('/api/auth/passkey', all(401), { credential: NO_PASSKEY }),
  confirmWithPasskey: row('/api/auth/confirm-passkey', signedIn(403), { credential: NO_PASSKEY }),
  // This blog cannot send mail, and the attempt does not exist; codes.test.ts has a blog that can.
  sendSignInCode: row('/api/auth/code', all(404), { email: 'a@b.org' }),
  sendCodeAgain: row('/api/auth/code/again', all(409), NO_ATTEMPT),
  signInWithCode: row('/api/auth/code/sign-in', all(410), NO_ATTEMPT),
  sendConfirmationCode: row('/api/auth/code/confirmation', signedIn(404)),
  confirmWithCode: row('/api/auth/code/confirm', signedIn(410), NO_ATTEMPT),
  listSessions: row('/api/auth/sessions', signedIn(200)),
  endOtherSessions: row('/api/auth/sessions', signedIn(200)),
  endSession: row(({ sessionId }) => `/api/auth/sessions/${sessionId}`, own(200, 404, 404)),
  signInWithLink: row('/api/auth/link', all(400), { token: 'A'.repeat(43) }),
  sendVerification: row('/api/auth/send-verification', signedIn(404)),
  verifyEmail: row('/api/auth/verify-email', all(400), { token: 'A'.repeat(43) }),

  signOut: row('/api/user/signout', all(200)),
  updateUser: row(
    ({ userId }) => `/api/user/update/${userId}`,
    own(200),
    () => ({ username: unused('named') }),
  ),
  disableUser: row(({ userId }) => `/api/user/disable/${userId}`, adminOnly(200), { disabled: true }),
  updateRole: row(({ userId }) => `/api/user/role/${userId}`, adminOnly(200), { role: 'family' }),
  createSignInLink: row(({ userId }) => `/api/user/sign-in-link/${userId}`, adminOnly(200)),
  deleteUser: row(({ userId }) => `/api/user/delete/${userId}`, own(200, 200)),
  listUsers: row('/api/user/getusers', adminOnly(200)),
  downloadMyData: row('/api/user/my-data', signedIn(200)),
  getUser: row(({ userId }) => `/api/user/${userId}`, all(200)),

  listInvitations: row('/api/invitations', adminOnly(200)),
  createInvitation: row('/api/invitations', adminOnly(201), { name: 'All', usesMax: null }),
  endInvitation: row('/api/invitations/x', adminOnly(404)),
  // Sends a wrong token; features/invitations/invitations.test.ts sends valid ones.
  openInvitation: row('/api/invitation/open', all(404), { token: NO_TOKEN }),
  signUpByInvitation: row('/api/invitation/signup', all(404), {
    token: NO_TOKEN,
    displayName: 'Ruth',
    email: 'ruth@example.org',
    password: NEW_PASSWORD,
  }),
  acceptInvitation:
    // Family members and admins need no invitation.
    row('/api/invitation/accept', { ...signedIn(404), family: 409, admin: 409 }, { token: NO_TOKEN }),

  // Sends wrong links and tokens; followers.test.ts sends valid ones. This blog cannot send mail.
  follow: row('/api/following/ask', all(404), { email: 'aunt@example.org' }),
  confirmFollowing: row('/api/following/confirm', all(400), { token: NO_TOKEN }),
  getLinkedMails: row(`/api/following?link=${NO_LINK}`, all(404)),
  updateLinkedMails: row('/api/following', all(404), { link: NO_LINK, posts: 'weekly' }),
  getOwnMails: row('/api/following/own', signedIn(200)),
  updateOwnMails: row('/api/following/own', signedIn(200), { posts: 'weekly', replies: true }),
  endFollowing: row('/api/following/end', all(404), { link: NO_LINK, what: 'posts' }),
  listFollowers: row('/api/followers', adminOnly(200)),
  deleteFollower: row('/api/followers/x', adminOnly(404)),

  requestAccount:
    // The blog is open; a closed one without mail asks for a password.
    row('/api/requests', all(409), { displayName: 'Ruth', email: 'ruth@example.org', note: 'A neighbour' }),
  requestAccess: row('/api/requests/own', signedIn(409), { note: 'It is me' }),
  listSignUpRequests: row('/api/requests', adminOnly(200)),
  approveSignUp: row('/api/requests/x', adminOnly(404)),
  refuseSignUps: row('/api/requests/refusals', adminOnly(200), { requestIds: ['x'] }),
  refuseSignUp: row('/api/requests/x', adminOnly(404)),

  listPosts: row('/api/post/getposts', all(200)),
  listPostOverview: row('/api/post/overview', adminOnly(200)),
  getPostToEdit: row(({ postId }) => `/api/post/getpost/${postId}`, adminOnly(200)),
  pinPost: row(({ postId }) => `/api/post/pin/${postId}`, adminOnly(200), { pinned: true }),
  createPost: row('/api/post/create', adminOnly(201), POST),
  updatePost: row(({ postId, actorId }) => `/api/post/updatepost/${postId}/${actorId}`, adminOnly(200), { title: 'Another post' }),
  deletePost: row(({ postId, actorId }) => `/api/post/deletepost/${postId}/${actorId}`, adminOnly(200)),

  getDraft: row(({ postId }) => `/api/post/draft/${postId}`, adminOnly(200)),
  saveDraft: row(({ postId }) => `/api/post/draft/${postId}`, adminOnly(200), DRAFT),
  listRevisions: row(({ postId }) => `/api/post/revisions/${postId}`, adminOnly(200)),
  getRevision: row(({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}`, adminOnly(200)),
  restoreRevision: row(({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}/restore`, adminOnly(200), {}),
  listTrash: row('/api/post/trash', adminOnly(200)),
  restorePost: row(({ trashedId }) => `/api/post/trash/${trashedId}/restore`, adminOnly(200)),
  deleteTrashedPost: row(({ trashedId }) => `/api/post/trash/${trashedId}`, adminOnly(200)),

  countComments: row(({ postId }) => `/api/comment/count/${postId}`, all(200)),
  listComments: row(({ postId }) => `/api/comment/getpostcomments/${postId}`, all(200)),
  getTroubles: row('/api/stats/troubles', adminOnly(200)),
  listAllComments: row('/api/comment/getcomments', adminOnly(200)),
  createComment: row('/api/comment/create', signedIn(201), ({ postId }) => ({ content: 'Knock, knock', postId })),
  editComment: row(({ commentId }) => `/api/comment/editcomment/${commentId}`, own(200, 200), { content: 'Another word' }),
  getPostLikes: row(({ postId }) => `/api/post/likes/${postId}`, all(200)),
  getOwnPostLike: row(({ postId }) => `/api/post/liked/${postId}`, signedIn(200)),
  likePost: row(({ postId }) => `/api/post/like/${postId}`, { ...all(200), disabled: 401 }),
  likeComment: row(({ commentId }) => `/api/comment/likecomment/${commentId}`, signedIn(200)),
  listPendingComments: row(({ postId }) => `/api/comment/pending/${postId}`, signedIn(200)),
  approveComment: row(({ commentId }) => `/api/comment/approve/${commentId}`, adminOnly(200)),
  withdrawApproval: row(({ commentId }) => `/api/comment/approve/${commentId}`, adminOnly(200)),
  // The comment is not deleted.
  restoreComment: row(({ commentId }) => `/api/comment/restore/${commentId}`, signedIn(404)),
  getUserContent: row(({ userId }) => `/api/comment/user-content/${userId}`, adminOnly(200)),
  removeUserContent: row(({ userId }) => `/api/comment/removals/${userId}`, adminOnly(200)),
  // Nothing of the account was removed.
  restoreUserContent: row(({ userId }) => `/api/comment/removals/${userId}`, adminOnly(404)),
  listRemovals: row('/api/comment/removals', adminOnly(200)),
  deleteComments: row('/api/comment/deletions', adminOnly(200), ({ commentId }) => ({ commentIds: [commentId] })),
  restoreComments: row('/api/comment/restorations', adminOnly(200), ({ commentId }) => ({ commentIds: [commentId] })),
  countAttention: row('/api/comment/attention', adminOnly(200)),
  markCommentsSeen: row('/api/comment/seen', adminOnly(200), () => ({ through: new Date(0).toISOString() })),
  reportComment: row(
    ({ commentId }) => `/api/comment/report/${commentId}`,
    { ...all(201), user: 403, disabled: 401 },
    { reason: 'Unkind' },
  ),
  dismissReports: row(({ commentId }) => `/api/comment/reports/${commentId}`, adminOnly(200)),
  deleteComment: row(({ commentId }) => `/api/comment/deletecomment/${commentId}`, own(200, 200)),

  getChecklist: row('/api/checklist', adminOnly(200)),
  updateChecklist: row('/api/checklist', adminOnly(200), {}),
  getSetup: row('/api/setup', all(200)),
  // The blog has its admin.
  checkFirstAdmin: row('/api/setup/check', all(409), FIRST_ADMIN),
  createFirstAdmin: row('/api/setup', all(409), { ...FIRST_ADMIN, wayIn: 'family' }),

  getSite: row('/api/site', all(200)),
  getPage: row('/api/page/welcome', all(200)),
  listPages: row('/api/pages', adminOnly(200)),
  createPage: row('/api/pages', adminOnly(201), { title: 'Thanks' }),
  // Built-in pages cannot change their menu.
  updatePage: row('/api/page/about', adminOnly(400), { place: 'footer' }),
  deletePage: row('/api/page/about', adminOnly(200)),
  getBlogWords: row('/api/settings/blog', adminOnly(200)),
  updateBlogWords: row('/api/settings/blog', adminOnly(200), {}),
  listCategories: row('/api/categories', adminOnly(200)),
  createCategory: row('/api/categories', adminOnly(201), { name: 'Journeys' }),
  updateCategory: row('/api/category/technology', adminOnly(200), { isHidden: true }),
  // Built-in categories cannot be deleted.
  deleteCategory: row('/api/category/life', adminOnly(409)),
  getLinks: row('/api/settings/links', adminOnly(200)),
  updateLinks: row('/api/settings/links', adminOnly(200), { links: [] }),
  getLook: row('/api/settings/look', adminOnly(200)),
  updateLook: row('/api/settings/look', adminOnly(200), {}),
  getSettings: row('/api/settings', adminOnly(200)),
  getReaders: row('/api/settings/readers', adminOnly(200)),
  dismissMoved: row('/api/settings/readers/moved', adminOnly(200)),
  updateSettings: row('/api/settings', adminOnly(200), {}),
  listBackups: row('/api/settings/backups', adminOnly(200)),
  createBackup: row('/api/settings/backups', adminOnly(200)),
  // There is no such backup. Their own tests check the recent sign-in.
  getBackup: row('/api/settings/backups/daily', adminOnly(404)),
  downloadBackup: row('/api/settings/backups/daily/file', adminOnly(404)),
  getBackupPlace: row('/api/backup-place', adminOnly(200)),
  // Each row's admin has just signed in.
  saveBackupPlace: row('/api/backup-place', adminOnly(400), { url: 'x' }),
  removeBackupPlace: row('/api/backup-place', adminOnly(200)),
  createBackupKey: row('/api/backup-place/key', adminOnly(409)),
  getRestore: row('/api/restore', adminOnly(200)),
  // There is a blog already.
  checkBackup: row('/api/restore/check', adminOnly(409), { id: 'x' }),
  startRestore: row('/api/restore', adminOnly(409), { id: 'x' }),
  copyBackupNow: row('/api/backup-place/copy', adminOnly(200)),
  getExport: row('/api/export', adminOnly(200)),
  downloadExport: row('/api/export/file', adminOnly(200)),
  listImports: row('/api/imports', adminOnly(200)),
  createImport: row('/api/imports', adminOnly(404), { upload: 'x' }),
  // There is no such import; features/imports/imports.test.ts creates real ones.
  getImport: row('/api/imports/x', adminOnly(404)),
  startImport: row('/api/imports/x/start', adminOnly(404), { site: null }),
  stopImport: row('/api/imports/x/stop', adminOnly(404)),
  mailImportedFollowers: row('/api/imports/x/followers', adminOnly(404)),
  getRollback: row('/api/imports/x/rollback', adminOnly(404)),
  takeBackImport: row('/api/imports/x/take-back', adminOnly(404)),
  deleteImport: row('/api/imports/x', adminOnly(404)),
  getMailSettings: row('/api/settings/mail', adminOnly(200)),
  // No mail is set up.
  sendTestMail: row('/api/settings/mail/test', adminOnly(409)),
  getTestMail: row('/api/settings/mail/test/x', adminOnly(200)),
  getDeliveries: row('/api/settings/deliveries', adminOnly(200)),
  retryDeliveries: row('/api/settings/deliveries/retry', adminOnly(200)),
  cancelDeliveries: row('/api/settings/deliveries/x', adminOnly(200)),
  getPostDelivery: row('/api/settings/deliveries/x', adminOnly(200)),
  getMailReach: row('/api/mails/reach?audience=family', adminOnly(200)),
  getVersion: row('/api/settings/version', adminOnly(200)),
}

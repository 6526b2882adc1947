import type { EndpointName } from '#app/contract/endpoints.ts'
import { FIRST_ADMIN } from '#tests/support/tables/access-rows.ts'
import { FIRST_SAVE, MAILED_CODE, type Question, type Things } from './plan-things.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'

const adminList = (path: string): Question => ({ path: () => path, as: 'admin' })

let count = 0
export const fresh = () => `fresh${(count += 1)}`
const KEPT = { title: 'B', content: '<p>c</p>', category: 'life', image: '' }
const list = (query: string): Question => ({ path: () => `/api/post/getposts${query}`, as: 'visitor' })

/**
 * Requests of every call, whose query plans are checked: no statement may read a whole table or index, sort rows whose
 * number grows with the blog, or run once per row. The table is typed by the contract's keys: a call without a row fails.
 */
export const QUESTIONS: Readonly<Record<EndpointName, readonly Question[]>> = {
  getBackupPlace: [adminList('/api/backup-place')],
  saveBackupPlace: [{ path: () => '/api/backup-place', body: () => ({ url: 'x' }), as: 'admin' }],
  removeBackupPlace: [{ path: () => '/api/backup-place', as: 'admin' }],
  createBackupKey: [{ path: () => '/api/backup-place/key', as: 'admin' }],
  getRestore: [adminList('/api/restore')],
  checkBackup: [{ path: () => '/api/restore/check', body: () => ({ id: 'x' }), as: 'admin' }],
  startRestore: [{ path: () => '/api/restore', body: () => ({ id: 'x' }), as: 'admin' }],
  copyBackupNow: [{ path: () => '/api/backup-place/copy', as: 'admin' }],
  getExport: [adminList('/api/export')],
  // For admins it reads everything, with some statements for each text.
  downloadExport: [{ path: () => '/api/export/file', as: 'user' }],
  signUp: [
    {
      path: () => '/api/auth/signup',
      body: () => {
        const name = fresh()
        return { username: name, email: `${name}@example.org`, password: TEST_PASSWORD }
      },
      as: 'visitor',
    },
  ],
  signIn: [
    {
      path: () => '/api/auth/signin',
      body: ({ user }) => ({ email: user.email, password: user.password }),
      as: 'visitor',
    },
    { path: () => '/api/auth/signin', body: ({ user }) => ({ email: user.email, password: 'wrong' }), as: 'visitor' },
  ],
  // Its own tests run it with an identity provider; its lookups are by unique keys.
  signInWithGoogle: [{ path: () => '/api/auth/google', body: () => ({ idToken: 'x.y.z' }), as: 'visitor' }],
  getSession: [{ path: () => '/api/auth/session', as: 'user' }],
  renewSession: [{ path: () => '/api/auth/renew', as: 'user' }],
  confirmPassword: [{ path: () => '/api/auth/confirm-password', body: ({ user }) => ({ currentPassword: user.password }), as: 'user' }],
  listPasskeys: [{ path: () => '/api/auth/passkeys', as: 'user' }],
  beginPasskey: [{ path: () => '/api/auth/passkeys/begin', as: 'user' }],
  addPasskey: [{ path: () => '/api/auth/passkeys', body: ({ newPasskey }) => ({ credential: newPasskey }), as: 'user' }],
  renamePasskey: [{ path: ({ passkeyId }) => `/api/auth/passkeys/${passkeyId}`, body: () => ({ name: 'Mine' }), as: 'user' }],
  deletePasskey: [{ path: ({ passkeyId }) => `/api/auth/passkeys/${passkeyId}`, as: 'user' }],
  beginPasskeySignIn: [{ path: () => '/api/auth/passkey/begin', as: 'visitor' }],
  signInWithPasskey: [{ path: () => '/api/auth/passkey', body: ({ passkey }) => ({ credential: passkey }), as: 'visitor' }],
  confirmWithPasskey: [{ path: () => '/api/auth/confirm-passkey', body: ({ passkey }) => ({ credential: passkey }), as: 'user' }],
  sendSignInCode: [{ path: () => '/api/auth/code', body: ({ user }) => ({ email: user.email }), as: 'visitor' }],
  sendConfirmationCode: [{ path: () => '/api/auth/code/confirmation', as: 'user' }],
  signInWithCode: [
    { path: () => '/api/auth/code/sign-in', body: ({ attempt }) => ({ attempt, code: MAILED_CODE }), as: 'visitor' },
    { path: () => '/api/auth/code/sign-in', body: ({ requested }) => ({ attempt: requested, code: MAILED_CODE }), as: 'visitor' },
    { path: () => '/api/auth/code/sign-in', body: ({ attempt }) => ({ attempt, code: '000000' }), as: 'visitor' },
  ],
  sendCodeAgain: [{ path: () => '/api/auth/code/again', body: ({ attempt }) => ({ attempt }), as: 'visitor' }],
  confirmWithCode: [
    {
      path: () => '/api/auth/code/confirm',
      body: ({ confirmation }) => ({ attempt: confirmation, code: MAILED_CODE }),
      as: 'admin',
    },
  ],
  listSessions: [{ path: () => '/api/auth/sessions', as: 'user' }],
  endOtherSessions: [{ path: () => '/api/auth/sessions', as: 'user' }],
  endSession: [{ path: ({ sessionId }) => `/api/auth/sessions/${sessionId}`, as: 'user' }],
  signInWithLink: [{ path: () => '/api/auth/link', body: ({ signInToken }) => ({ token: signInToken }), as: 'visitor' }],
  sendVerification: [{ path: () => '/api/auth/send-verification', as: 'user' }],
  verifyEmail: [{ path: () => '/api/auth/verify-email', body: ({ verifyToken }) => ({ token: verifyToken }), as: 'visitor' }],

  signOut: [{ path: () => '/api/user/signout', as: 'user' }],
  updateUser: [
    { path: ({ user }) => `/api/user/update/${user.id}`, body: () => ({ username: fresh() }), as: 'user' },
    {
      path: ({ user }) => `/api/user/update/${user.id}`,
      body: () => ({ email: `${fresh()}@example.org`, password: TEST_PASSWORD }),
      as: 'user',
    },
  ],
  disableUser: [
    {
      path: ({ user }) => `/api/user/disable/${user.id}`,
      body: () => ({ disabled: true }),
      as: 'admin',
    },
  ],
  // This blog can send mail, so it makes none: links.test.ts.
  createSignInLink: [{ path: ({ user }) => `/api/user/sign-in-link/${user.id}`, as: 'admin' }],
  updateRole: [
    { path: ({ user }) => `/api/user/role/${user.id}`, body: () => ({ role: 'family' }), as: 'admin' },
    { path: ({ user }) => `/api/user/role/${user.id}`, body: () => ({ role: 'admin' }), as: 'admin' },
    { path: ({ admin }) => `/api/user/role/${admin.id}`, body: () => ({ role: 'reader' }), as: 'admin' },
  ],
  listInvitations: [adminList('/api/invitations')],
  createInvitation: [{ path: () => '/api/invitations', body: () => ({ name: 'All', usesMax: null }), as: 'admin' }],
  endInvitation: [{ path: ({ spareInvitationId }) => `/api/invitations/${spareInvitationId}`, as: 'admin' }],
  follow: [
    {
      path: () => '/api/following/ask',
      body: () => ({ email: `${fresh()}@example.org` }),
      as: 'visitor',
    },
  ],
  confirmFollowing: [{ path: () => '/api/following/confirm', body: ({ followToken }) => ({ token: followToken }), as: 'visitor' }],
  getLinkedMails: [{ path: ({ following }) => `/api/following?link=${following}`, as: 'visitor' }],
  updateLinkedMails: [{ path: () => '/api/following', body: ({ following }) => ({ link: following, posts: 'at_once' }), as: 'visitor' }],
  getOwnMails: [{ path: () => '/api/following/own', as: 'user' }],
  updateOwnMails: [{ path: () => '/api/following/own', body: () => ({ posts: 'weekly', replies: true }), as: 'user' }],
  endFollowing: [{ path: () => '/api/following/end', body: ({ following }) => ({ link: following, what: 'posts' }), as: 'visitor' }],
  listFollowers: [adminList('/api/followers')],
  deleteFollower: [{ path: ({ followerId }) => `/api/followers/${followerId}`, as: 'admin' }],
  askForAccount: [
    {
      path: () => '/api/requests',
      body: () => ({ displayName: 'Ruth', email: 'ruth@example.org', password: 'a long password', note: 'x' }),
      as: 'visitor',
    },
  ],
  askToJoin: [{ path: () => '/api/requests/own', body: () => ({ note: 'x' }), as: 'user' }],
  listSignUpRequests: [adminList('/api/requests')],
  approveSignUp: [{ path: ({ requestId }) => `/api/requests/${requestId}`, as: 'admin' }],
  refuseSignUps: [{ path: () => '/api/requests/refusals', body: ({ requestId }) => ({ requestIds: [requestId] }), as: 'admin' }],
  refuseSignUp: [{ path: ({ requestId }) => `/api/requests/${requestId}`, as: 'admin' }],
  openInvitation: [{ path: () => '/api/invitation/open', body: ({ invitation }) => ({ token: invitation }), as: 'visitor' }],
  signUpByInvitation: [
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
  acceptInvitation: [{ path: () => '/api/invitation/accept', body: ({ invitation }) => ({ token: invitation }), as: 'user' }],
  deleteUser: [
    { path: ({ user }) => `/api/user/delete/${user.id}`, as: 'user' },
    { path: ({ admin }) => `/api/user/delete/${admin.id}`, as: 'admin' },
  ],
  listUsers: [
    adminList('/api/user/getusers'),
    adminList('/api/user/getusers?startIndex=90000'),
    adminList('/api/user/getusers?sort=asc&startIndex=20'),
  ],
  downloadMyData: [{ path: () => '/api/user/my-data', as: 'user' }],
  getUser: [{ path: ({ user }) => `/api/user/${user.id}`, as: 'visitor' }],

  listPosts: [
    list(''),
    list('?sort=asc&limit=100&startIndex=20'),
    list('?startIndex=90000'),
    list('?pinned=first'),
    list('?category=life&startIndex=90000'),
    { ...list(''), path: ({ admin }) => `/api/post/getposts?userId=${admin.id}` },
    { ...list(''), path: ({ admin }) => `/api/post/getposts?userId=${admin.id}&category=life&startIndex=9` },
    { ...list(''), path: ({ postId }) => `/api/post/getposts?postId=${postId}` },
    { ...list(''), path: ({ slug }) => `/api/post/getposts?slug=${slug}` },
    list('?searchTerm=kettle+night'),
    list('?searchTerm=ketle+nihgt'),
    list('?searchTerm=kettle+n&sort=asc'),
    list('?searchTerm=kettle+nig&category=life&sort=relevance&startIndex=2'),
    { ...list(''), path: ({ slug }) => `/api/post/getposts?searchTerm=kettle&slug=${slug}` },
    { ...list('?startIndex=90000'), as: 'user' },
    { ...list('?category=life&startIndex=90000'), as: 'admin' },
    { ...list('?searchTerm=kettle+nig&sort=relevance'), as: 'user' },
  ],
  listPostOverview: [
    adminList('/api/post/overview'),
    adminList('/api/post/overview?startIndex=90000'),
    adminList('/api/post/overview?status=published&startIndex=9'),
    adminList('/api/post/overview?status=edited'),
    adminList('/api/post/overview?status=trashed&startIndex=9'),
    adminList('/api/post/overview?searchTerm=kettle+n'),
  ],
  getPostToEdit: [
    { path: ({ postId }) => `/api/post/getpost/${postId}`, as: 'admin' },
    { path: ({ plannedId }) => `/api/post/getpost/${plannedId}`, as: 'admin' },
  ],
  pinPost: [{ path: ({ postId }) => `/api/post/pin/${postId}`, body: () => ({ pinned: true }), as: 'admin' }],
  createPost: [
    {
      path: () => '/api/post/create',
      body: () => ({ title: 'A kettle', content: '<p>kettle</p>', publishAt: '2050-01-01T00:00:00Z' }),
      as: 'admin',
    },
    {
      path: () => '/api/post/create',
      body: () => ({
        title: 'A kettle',
        content: '<p>kettle <img src="/files/abcdefghijklmnop/640.webp" alt=""></p>',
        draft: { id: 'a'.repeat(32), sequence: 0 },
      }),
      as: 'admin',
    },
    {
      path: () => '/api/post/create',
      body: ({ draftId }) => ({ title: 'A kettle', content: '<p>kettle</p>', draft: { id: draftId, sequence: 1 } }),
      as: 'admin',
    },
  ],
  updatePost: [
    {
      path: ({ postId, admin }) => `/api/post/updatepost/${postId}/${admin.id}`,
      body: () => ({ title: 'A kettle', content: '<p>night</p>', category: 'health', draft: { sequence: 0 } }),
      as: 'admin',
    },
    ...['2050-01-01T00:00:00Z', '2001-01-01T00:00:00Z', null].map((publishAt) => ({
      path: ({ plannedId, admin }: Things) => `/api/post/updatepost/${plannedId}/${admin.id}`,
      body: () => ({ title: 'A kettle', publishAt }),
      as: 'admin' as const,
    })),
  ],
  deletePost: [
    { path: ({ plannedId, admin }) => `/api/post/deletepost/${plannedId}/${admin.id}`, as: 'admin' },
    { path: ({ postId, admin }) => `/api/post/deletepost/${postId}/${admin.id}`, as: 'admin' },
  ],

  getDraft: [
    { path: ({ postId }) => `/api/post/draft/${postId}`, as: 'admin' },
    { path: ({ draftId }) => `/api/post/draft/${draftId}`, as: 'admin' },
    { path: () => '/api/post/draft/new', as: 'admin' },
  ],
  saveDraft: [
    { path: ({ postId }) => `/api/post/draft/${postId}`, body: () => FIRST_SAVE, as: 'admin' },
    { path: () => `/api/post/draft/${'a'.repeat(32)}`, body: () => FIRST_SAVE, as: 'admin' },
    { path: ({ draftId }) => `/api/post/draft/${draftId}`, body: () => ({ ...FIRST_SAVE, sequence: 1, keep: KEPT }), as: 'admin' },
    { path: ({ draftId }) => `/api/post/draft/${draftId}`, body: () => ({ ...FIRST_SAVE, sequence: 1, state: 'ended' }), as: 'admin' },
  ],
  listRevisions: [{ path: ({ postId }) => `/api/post/revisions/${postId}`, as: 'admin' }],
  getRevision: [{ path: ({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}`, as: 'admin' }],
  restoreRevision: [
    { path: ({ postId, versionId }) => `/api/post/revision/${postId}/${versionId}/restore`, body: () => ({}), as: 'admin' },
  ],
  listTrash: [adminList('/api/post/trash')],
  restorePost: [{ path: ({ trashedId }) => `/api/post/trash/${trashedId}/restore`, body: () => ({}), as: 'admin' }],
  deleteTrashedPost: [{ path: ({ trashedId }) => `/api/post/trash/${trashedId}`, as: 'admin' }],

  countComments: [{ path: ({ postId }) => `/api/comment/count/${postId}`, as: 'visitor' }],
  listComments: [
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?limit=30&startIndex=30`, as: 'visitor' },
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?order=threads&limit=30`, as: 'visitor' },
    // The second of them is a reply, whose comment is looked up.
    { path: ({ postId }) => `/api/comment/getpostcomments/${postId}?order=threads&limit=1&startIndex=1`, as: 'visitor' },
  ],
  listAllComments: [
    adminList('/api/comment/getcomments'),
    adminList('/api/comment/getcomments?startIndex=900000'),
    adminList('/api/comment/getcomments?sort=attention&startIndex=2'),
    { path: ({ user }) => `/api/comment/getcomments?userId=${user.id}`, as: 'admin' },
  ],
  createComment: [
    { path: () => '/api/comment/create', body: ({ postId }) => ({ postId, content: 'Hello' }), as: 'user' },
    { path: () => '/api/comment/create', body: ({ postId }) => ({ postId, content: 'Hello' }), as: 'admin' },
    { path: () => '/api/comment/create', body: ({ postId, commentId }) => ({ postId, content: 'Hi', parentId: commentId }), as: 'user' },
  ],
  editComment: [{ path: ({ commentId }) => `/api/comment/editcomment/${commentId}`, body: () => ({ content: 'Hi' }), as: 'user' }],
  getHearts: [
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/likes/${postId}`, as: 'user' },
  ],
  getOwnHeart: [{ path: ({ postId }) => `/api/post/liked/${postId}`, as: 'user' }],
  likePost: [
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'visitor' },
    { path: ({ postId }) => `/api/post/like/${postId}`, as: 'user' },
    { path: ({ postId }) => `/api/post/like/${postId}`, body: () => ({ isLiked: false }), as: 'user' },
  ],
  likeComment: [{ path: ({ commentId }) => `/api/comment/likecomment/${commentId}`, as: 'user' }],
  deleteComment: [
    { path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`, as: 'user' },
    { path: ({ commentId }) => `/api/comment/deletecomment/${commentId}`, as: 'admin' },
  ],
  listPendingComments: [
    { path: ({ postId }) => `/api/comment/pending/${postId}`, as: 'user' },
    { path: ({ postId }) => `/api/comment/pending/${postId}`, as: 'admin' },
  ],
  approveComment: [{ path: ({ commentId }) => `/api/comment/approve/${commentId}`, as: 'admin' }],
  withdrawApproval: [{ path: ({ commentId }) => `/api/comment/approve/${commentId}`, as: 'admin' }],
  restoreComment: [{ path: ({ deletedCommentId }) => `/api/comment/restore/${deletedCommentId}`, as: 'admin' }],
  getUserContent: [{ path: ({ user }) => `/api/comment/user-content/${user.id}`, as: 'admin' }],
  removeUserContent: [{ path: ({ user }) => `/api/comment/removals/${user.id}`, as: 'admin' }],
  restoreUserContent: [{ path: ({ removedId }) => `/api/comment/removals/${removedId}`, as: 'admin' }],
  listRemovals: [adminList('/api/comment/removals')],
  deleteComments: [{ path: () => '/api/comment/deletions', body: ({ commentId }) => ({ commentIds: [commentId] }), as: 'admin' }],
  restoreComments: [
    { path: () => '/api/comment/restorations', body: ({ deletedCommentId }) => ({ commentIds: [deletedCommentId] }), as: 'admin' },
  ],
  countAttention: [adminList('/api/comment/attention')],
  markCommentsSeen: [{ path: () => '/api/comment/seen', body: () => ({ through: new Date().toISOString() }), as: 'admin' }],
  reportComment: [
    { path: ({ commentId }) => `/api/comment/report/${commentId}`, body: () => ({ reason: 'Unkind' }), as: 'admin' },
    { path: ({ commentId }) => `/api/comment/report/${commentId}`, body: () => ({ reason: 'Unkind' }), as: 'visitor' },
  ],
  dismissReports: [{ path: ({ commentId }) => `/api/comment/reports/${commentId}`, as: 'admin' }],

  getTroubles: [adminList('/api/stats/troubles')],
  getSetup: [{ path: () => '/api/setup', as: 'visitor' }],
  checkFirstAdmin: [{ path: () => '/api/setup/check', body: () => FIRST_ADMIN, as: 'visitor' }],
  createFirstAdmin: [{ path: () => '/api/setup', body: () => ({ ...FIRST_ADMIN, wayIn: 'family' }), as: 'visitor' }],
  getSite: [{ path: () => '/api/site', as: 'visitor' }],
  getChecklist: [adminList('/api/checklist')],
  updateChecklist: [{ path: () => '/api/checklist', body: () => ({ isShown: true, done: 'backup' }), as: 'admin' }],
  getPage: [{ path: () => '/api/page/welcome', as: 'visitor' }],
  listPages: [adminList('/api/pages')],
  createPage: [{ path: () => '/api/pages', body: () => ({ title: 'Thanks' }), as: 'admin' }],
  updatePage: [{ path: ({ pageId }) => `/api/page/${pageId}`, body: () => ({ place: 'footer', before: null }), as: 'admin' }],
  deletePage: [
    { path: ({ pageId }) => `/api/page/${pageId}`, as: 'admin' },
    { path: () => '/api/page/about', as: 'admin' },
  ],
  getPrivateFeed: [{ path: () => '/api/private-feed', as: 'user' }],
  createPrivateFeed: [{ path: () => '/api/private-feed', as: 'user' }],
  deletePrivateFeed: [{ path: () => '/api/private-feed', as: 'user' }],
  getReaders: [adminList('/api/settings/readers')],
  dismissMoved: [{ path: () => '/api/settings/readers/moved', as: 'admin' }],
  getBlogWords: [adminList('/api/settings/blog')],
  updateBlogWords: [{ path: () => '/api/settings/blog', body: () => ({ author: 'Us' }), as: 'admin' }],
  listCategories: [adminList('/api/categories')],
  createCategory: [{ path: () => '/api/categories', body: () => ({ name: 'Night bags' }), as: 'admin' }],
  updateCategory: [
    { path: () => '/api/category/journeys', body: () => ({ name: 'Our journeys' }), as: 'admin' },
    { path: () => '/api/category/lifestyle', body: () => ({ isHidden: true }), as: 'admin' },
  ],
  deleteCategory: [{ path: () => '/api/category/journeys', as: 'admin' }],
  getLinks: [adminList('/api/settings/links')],
  updateLinks: [{ path: () => '/api/settings/links', body: () => ({ links: [] }), as: 'admin' }],
  getLook: [adminList('/api/settings/look')],
  updateLook: [{ path: () => '/api/settings/look', body: () => ({ palette: 'lake' }), as: 'admin' }],
  getSettings: [adminList('/api/settings')],
  updateSettings: [{ path: () => '/api/settings', body: ({ user }) => ({ isClosed: true, letIn: [user.id] }), as: 'admin' }],
  listBackups: [adminList('/api/settings/backups')],
  createBackup: [{ path: () => '/api/settings/backups', as: 'admin' }],
  getBackup: [adminList('/api/settings/backups/daily-2026-01-01t00-00-00z')],
  downloadBackup: [adminList('/api/settings/backups/daily-2026-01-01t00-00-00z/file')],
  listImports: [adminList('/api/imports')],
  createImport: [{ path: () => '/api/imports', body: ({ exportId }) => ({ upload: exportId }), as: 'admin' }],
  getImport: [{ path: ({ importId }) => `/api/imports/${importId}`, as: 'admin' }],
  startImport: [{ path: ({ importId }) => `/api/imports/${importId}/start`, body: () => ({ fetchesPictures: false }), as: 'admin' }],
  mailImportedFollowers: [{ path: ({ importId }) => `/api/imports/${importId}/followers`, as: 'admin' }],
  stopImport: [{ path: ({ importId }) => `/api/imports/${importId}/stop`, as: 'admin' }],
  getRollback: [{ path: ({ importId }) => `/api/imports/${importId}/rollback`, as: 'admin' }],
  takeBackImport: [{ path: ({ importId }) => `/api/imports/${importId}/take-back`, as: 'admin' }],
  deleteImport: [{ path: ({ importId }) => `/api/imports/${importId}`, as: 'admin' }],
  getMailSettings: [adminList('/api/settings/mail')],
  sendTestMail: [{ path: () => '/api/settings/mail/test', as: 'admin' }],
  getTestMail: [adminList('/api/settings/mail/test/x')],
  getDeliveries: [adminList('/api/settings/deliveries')],
  retryDeliveries: [{ path: () => '/api/settings/deliveries/retry', as: 'admin' }],
  cancelDeliveries: [{ path: () => '/api/settings/deliveries/x', as: 'admin' }],
  getPostDelivery: [{ path: ({ postId }) => `/api/settings/deliveries/${postId}`, as: 'admin' }],
  getMailReach: [
    adminList('/api/mails/reach?audience=family'),
    { path: ({ postId }) => `/api/mails/reach?audience=public&postId=${postId}`, as: 'admin' },
  ],
  getVersion: [adminList('/api/settings/version')],
}

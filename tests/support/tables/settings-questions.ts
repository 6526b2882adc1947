import type { EndpointName, endpoints } from '#app/contract/endpoints.ts'
import type { Things } from '#tests/support/database/plan-things.ts'

/** A request whose query plans src/app/plans.test.ts checks. */
export interface Question {
  readonly path: (things: Things) => string
  readonly body?: (things: Things) => object
  readonly as: 'visitor' | 'user' | 'admin'
}

export const adminList = (path: string): Question => ({ path: () => path, as: 'admin' })

type SettingsKey = {
  [
    Name in EndpointName
  ]: (typeof endpoints)[Name]['key'] extends `${string} /api/${'settings' | 'page' | 'checklist' | 'mails' | 'imports' | 'categor' | 'private-feed'}${string}`
    ? Name
    : never
}[EndpointName]

/** Requests for settings, pages, the checklist, imports, the reach of mails, categories and a user's private feed. */
export const SETTINGS_QUESTIONS: Readonly<Record<SettingsKey, readonly Question[]>> = {
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

import type { EndpointKey } from '#app/contract/api.ts'
import type { Things } from './plan-things.ts'

/** A request whose query plans src/app/plans.test.ts checks. */
export interface Question {
  readonly path: (things: Things) => string
  readonly body?: (things: Things) => object
  readonly as: 'visitor' | 'user' | 'admin'
}

export const adminList = (path: string): Question => ({ path: () => path, as: 'admin' })

type SettingsKey = Extract<
  EndpointKey,
  `${string} /api/${'settings' | 'page' | 'checklist' | 'mails' | 'imports' | 'categor' | 'feeds'}${string}`
>

/** Requests for settings, pages, the checklist, imports, the preview of mails, categories and a user's feeds. */
export const SETTINGS_QUESTIONS: Readonly<Record<SettingsKey, readonly Question[]>> = {
  'GET /api/checklist': [adminList('/api/checklist')],
  'PUT /api/checklist': [{ path: () => '/api/checklist', body: () => ({ isShown: true, done: 'backup' }), as: 'admin' }],
  'GET /api/page/:page': [{ path: () => '/api/page/welcome', as: 'visitor' }],
  'GET /api/pages': [adminList('/api/pages')],
  'POST /api/pages': [{ path: () => '/api/pages', body: () => ({ title: 'Thanks' }), as: 'admin' }],
  'PUT /api/page/:page': [{ path: ({ pageId }) => `/api/page/${pageId}`, body: () => ({ place: 'footer', before: null }), as: 'admin' }],
  'DELETE /api/page/:page': [
    { path: ({ pageId }) => `/api/page/${pageId}`, as: 'admin' },
    { path: () => '/api/page/about', as: 'admin' },
  ],
  'GET /api/feeds': [{ path: () => '/api/feeds', as: 'user' }],
  'POST /api/feeds': [{ path: () => '/api/feeds', body: () => ({ name: 'Mine' }), as: 'user' }],
  'DELETE /api/feeds/:feedId': [{ path: ({ feedId }) => `/api/feeds/${feedId}`, as: 'user' }],
  'GET /api/settings/blog': [adminList('/api/settings/blog')],
  'PUT /api/settings/blog': [{ path: () => '/api/settings/blog', body: () => ({ author: 'Us' }), as: 'admin' }],
  'GET /api/categories': [adminList('/api/categories')],
  'POST /api/categories': [{ path: () => '/api/categories', body: () => ({ name: 'Night bags' }), as: 'admin' }],
  'PUT /api/category/:category': [
    { path: () => '/api/category/journeys', body: () => ({ name: 'Our journeys' }), as: 'admin' },
    { path: () => '/api/category/lifestyle', body: () => ({ isHidden: true }), as: 'admin' },
  ],
  'DELETE /api/category/:category': [{ path: () => '/api/category/journeys', as: 'admin' }],
  'GET /api/settings/links': [adminList('/api/settings/links')],
  'PUT /api/settings/links': [{ path: () => '/api/settings/links', body: () => ({ links: [] }), as: 'admin' }],
  'GET /api/settings/look': [adminList('/api/settings/look')],
  'PUT /api/settings/look': [{ path: () => '/api/settings/look', body: () => ({ palette: 'lake' }), as: 'admin' }],
  'GET /api/settings': [adminList('/api/settings')],
  'PUT /api/settings': [{ path: () => '/api/settings', body: () => ({ firstCommentsWait: true }), as: 'admin' }],
  'GET /api/settings/backups': [adminList('/api/settings/backups')],
  'POST /api/settings/backups': [{ path: () => '/api/settings/backups', as: 'admin' }],
  'GET /api/settings/backups/:backup': [adminList('/api/settings/backups/daily-2026-01-01t00-00-00z')],
  'GET /api/settings/backups/:backup/file': [adminList('/api/settings/backups/daily-2026-01-01t00-00-00z/file')],
  'GET /api/imports': [adminList('/api/imports')],
  'POST /api/imports': [{ path: () => '/api/imports', body: ({ exportId }) => ({ upload: exportId }), as: 'admin' }],
  'GET /api/imports/:import': [{ path: ({ importId }) => `/api/imports/${importId}`, as: 'admin' }],
  'GET /api/imports/:import/lines': [{ path: ({ importId }) => `/api/imports/${importId}/lines?of=check&kind=tags`, as: 'admin' }],
  // The import has not run: 409.
  'GET /api/imports/:import/missing': [{ path: ({ importId }) => `/api/imports/${importId}/missing`, as: 'admin' }],
  'POST /api/imports/:import/check': [
    {
      path: ({ importId }) => `/api/imports/${importId}/check`,
      body: () => ({ site: null, categories: [{ theirs: 'x', ours: 'journeys' }] }),
      as: 'admin',
    },
  ],
  'POST /api/imports/:import/start': [{ path: ({ importId }) => `/api/imports/${importId}/start`, as: 'admin' }],
  'POST /api/imports/:import/stop': [{ path: ({ importId }) => `/api/imports/${importId}/stop`, as: 'admin' }],
  'DELETE /api/imports/:import': [{ path: ({ importId }) => `/api/imports/${importId}`, as: 'admin' }],
  'GET /api/settings/mail': [adminList('/api/settings/mail')],
  'POST /api/settings/mail/test': [{ path: () => '/api/settings/mail/test', as: 'admin' }],
  'GET /api/settings/mail/test/:mail': [adminList('/api/settings/mail/test/x')],
  'GET /api/mails/preview': [
    adminList('/api/mails/preview'),
    adminList('/api/mails/preview?audience=family'),
    { path: ({ postId }) => `/api/mails/preview?postId=${postId}`, as: 'admin' },
  ],
  // Runs the statements of the preview.
  'POST /api/mails/test': [{ path: () => '/api/mails/test', body: () => ({}), as: 'admin' }],
  'GET /api/settings/deliveries': [adminList('/api/settings/deliveries')],
  'POST /api/settings/deliveries/retry': [{ path: () => '/api/settings/deliveries/retry', as: 'admin' }],
  'DELETE /api/settings/deliveries/:postId': [{ path: () => '/api/settings/deliveries/x', as: 'admin' }],
  'GET /api/settings/version': [adminList('/api/settings/version')],
}

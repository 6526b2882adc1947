import { SETTINGS_PAGES, settingsPath } from '#ui/dashboard/settings-section.ts'

/** Pages with forms that are posted. */
export const ADMIN_FORM_PATHS = [
  ...['dash', 'profile', 'posts', 'pages', 'users', 'comments', 'moving'].map((tab) => `/dashboard?tab=${tab}`),
  '/dashboard?tab=profile&show=safety',
  ...SETTINGS_PAGES.map(settingsPath),
  '/create-post',
]
export const VISITOR_FORM_PATHS = ['/sign-in', '/sign-up', '/sign-in?step=email', '/sign-in?step=link', '/verify-email', '/follow/confirm']

/** Places where a page says that something was done, or why it was not. */
export const SAYS = '[role=alert]:not(:empty), [role=status]:not(:empty), [data-summary], [id$=-error], .alert:not(.script-notice)'

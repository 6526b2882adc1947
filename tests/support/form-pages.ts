/** Pages with forms that are posted. */
export const ADMIN_FORM_PATHS = [
  ...['dash', 'profile', 'posts', 'pages', 'users', 'comments', 'moving'].map((tab) => `/dashboard?tab=${tab}`),
  ...['blog', 'appearance', 'comments', 'categories', 'dates', 'links', 'sign-in', 'backup-place', 'files', 'delivery'].map(
    (section) => `/dashboard?tab=settings&section=${section}`,
  ),
  ...['blog', 'look', 'comments'].map((step) => `/setup/steps?step=${step}`),
  '/create-post',
]
export const VISITOR_FORM_PATHS = ['/sign-in', '/sign-up', '/reset-password', '/verify-email', '/follow/confirm']

/** Places where a page says that something was done, or why it was not. */
export const SAYS = '[role=alert]:not(:empty), [role=status]:not(:empty), [data-summary], [id$=-error], .alert:not(.script-notice)'

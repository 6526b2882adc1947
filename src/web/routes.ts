import { findPage, type PageId } from '#contract/pages.ts'
import * as about from '#web/pages/about/about.page.tsx'
import * as createPost from '#web/pages/create-post/create-post.page.tsx'
import * as dashboard from '#web/pages/dashboard/dashboard.page.tsx'
import * as follow from '#web/pages/follow/follow.page.tsx'
import * as followConfirm from '#web/pages/follow-confirm/follow-confirm.page.tsx'
import * as following from '#web/pages/following/following.page.tsx'
import * as forgotPassword from '#web/pages/forgot-password/forgot-password.page.tsx'
import * as home from '#web/pages/home/home.page.tsx'
import * as invitation from '#web/pages/invitation/invitation.page.tsx'
import * as notFound from '#web/pages/not-found/not-found.page.tsx'
import * as ownPage from '#web/pages/own-page/own-page.page.tsx'
import * as postVersions from '#web/pages/post-versions/post-versions.page.tsx'
import * as post from '#web/pages/post/post.page.tsx'
import * as privacyPolicy from '#web/pages/privacy-policy/privacy-policy.page.tsx'
import * as projects from '#web/pages/projects/projects.page.tsx'
import * as resetPassword from '#web/pages/reset-password/reset-password.page.tsx'
import * as search from '#web/pages/search/search.page.tsx'
import * as setup from '#web/pages/setup/setup.page.tsx'
import * as setupSteps from '#web/pages/setup-steps/setup-steps.page.tsx'
import * as signIn from '#web/pages/sign-in/sign-in.page.tsx'
import * as signUp from '#web/pages/sign-up/sign-up.page.tsx'
import * as terms from '#web/pages/terms/terms.page.tsx'
import * as updatePost from '#web/pages/update-post/update-post.page.tsx'
import * as verifyEmail from '#web/pages/verify-email/verify-email.page.tsx'
import type { PageAccess } from '#contract/permissions.ts'
import type { PageModule } from '#web/page/page-module.ts'

/** Module of each page in the contract's table. */
const modules: Readonly<Record<PageId, PageModule>> = {
  home,
  about,
  'sign-in': signIn,
  invitation,
  setup,
  'setup-steps': setupSteps,
  'sign-up': signUp,
  'forgot-password': forgotPassword,
  'reset-password': resetPassword,
  'verify-email': verifyEmail,
  follow,
  'follow-confirm': followConfirm,
  following,
  search,
  projects,
  post,
  'privacy-policy': privacyPolicy,
  terms,
  dashboard,
  'create-post': createPost,
  'update-post': updatePost,
  'post-versions': postVersions,
  'own-page': ownPage,
}

export interface Route {
  readonly id: PageId | 'not-found'
  readonly module: PageModule
  readonly access: PageAccess
  readonly params: Readonly<Record<string, string>>
}

export const findRoute = (pathname: string): Route => {
  const match = findPage(pathname)
  if (match === null) return { id: 'not-found', module: notFound, access: 'everyone', params: {} }
  return { id: match.id, module: modules[match.id], access: match.page.access, params: match.params }
}

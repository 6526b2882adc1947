import { findPage, type PageId } from '#pages/pages.ts'
import * as about from '#pages/about/about.page.tsx'
import * as createPost from '#pages/create-post/create-post.page.tsx'
import * as dashboard from '#pages/dashboard/dashboard.page.tsx'
import * as follow from '#pages/follow/follow.page.tsx'
import * as followConfirm from '#pages/follow-confirm/follow-confirm.page.tsx'
import * as following from '#pages/following/following.page.tsx'
import * as forgotPassword from '#pages/forgot-password/forgot-password.page.tsx'
import * as home from '#pages/home/home.page.tsx'
import * as invitation from '#pages/invitation/invitation.page.tsx'
import * as notFound from '#pages/not-found/not-found.page.tsx'
import * as ownPage from '#pages/own-page/own-page.page.tsx'
import * as postVersions from '#pages/post-versions/post-versions.page.tsx'
import * as post from '#pages/post/post.page.tsx'
import * as privacyPolicy from '#pages/legal/privacy-policy.page.tsx'
import * as projects from '#pages/projects/projects.page.tsx'
import * as resetPassword from '#pages/reset-password/reset-password.page.tsx'
import * as search from '#pages/search/search.page.tsx'
import * as setup from '#pages/setup/setup.page.tsx'
import * as setupSteps from '#pages/setup/setup-steps.page.tsx'
import * as signIn from '#pages/sign-in/sign-in.page.tsx'
import * as signUp from '#pages/sign-up/sign-up.page.tsx'
import * as terms from '#pages/legal/terms.page.tsx'
import * as updatePost from '#pages/update-post/update-post.page.tsx'
import * as verifyEmail from '#pages/verify-email/verify-email.page.tsx'
import type { PageAccess } from '#platform/contract/permissions.ts'
import type { PageModule } from '#pages/page/page-module.ts'

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

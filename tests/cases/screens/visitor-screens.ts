import type { Page } from 'playwright-core'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { DEFAULT_LOOK } from '#site/contract/look.ts'
import type { getSite } from '#site/contract/site.endpoints.ts'
import type { Role, SampleBlog } from '#tests/support/blog/sample-blog.ts'
import {
  askForSecondStep,
  busy,
  closeDialog,
  menu,
  hang,
  fail,
  failPage,
  pageWith,
  stay,
  steps,
  signInWrongly,
  pressMain,
  see,
} from './screen-steps.ts'

/** Site data for visitors of a closed blog. */
const CLOSED_SITE: CallOutput<typeof getSite> = {
  name: 'Kindred',
  author: '',
  contact: 'us@example.org',
  timeZone: 'UTC',
  links: [],
  socialUrl: null,
  socialLabel: '',
  menu: [],
  categories: { own: [], renamed: [], hidden: [] },
  commentsOpen: true,
  commentMaxLength: 250,
  dateLanguage: 'en',
  isClosed: true,
  closedNote: '',
  legalChangedAt: null,
  publicUrl: 'http://localhost',
  googleSignIn: false,
  passkeys: false,
  mail: true,
  look: DEFAULT_LOOK,
}

/** A screen in one of its states, for the screenshots and the checks of every screen. */
export interface Screen {
  readonly name: string
  readonly role: Role
  readonly path: string
  /** Sets up the network before the screen opens. */
  readonly intercept?: (page: Page) => Promise<unknown>
  /** Sets up the network, once the screen has opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Brings the hydrated screen into its state. */
  readonly arrange?: (page: Page) => Promise<unknown>
  /** Makes room for another state on the same page load. The network stays as it was set up. */
  readonly leave?: (page: Page) => Promise<unknown>
}

export const visitorScreens = (blog: SampleBlog): Screen[] => [
  { name: 'home', role: 'visitor', path: '/' },
  {
    name: 'home-menu',
    role: 'visitor',
    path: '/',
    // Wide windows have no such button.
    arrange: steps((page) => page.setViewportSize({ width: 360, height: 800 }), menu),
  },
  { name: 'about', role: 'visitor', path: '/about' },
  { name: 'projects', role: 'visitor', path: '/projects' },
  { name: 'search', role: 'visitor', path: '/search' },
  { name: 'search-found', role: 'visitor', path: '/search?searchTerm=night&sort=asc&category=uncategorized' },
  { name: 'search-nothing', role: 'visitor', path: '/search?searchTerm=zebra' },
  { name: 'search-did-you-mean', role: 'visitor', path: '/search?searchTerm=hopsital' },
  { name: 'search-next-page', role: 'visitor', path: '/search?startIndex=9' },
  {
    name: 'search-more-failed',
    role: 'visitor',
    path: '/search',
    prepare: fail('**/api/post/getposts*'),
    arrange: steps(pressMain('Show More'), see('could not be loaded')),
    leave: stay,
  },
  { name: 'post', role: 'visitor', path: blog.richPath },
  { name: 'post-photos', role: 'visitor', path: blog.photosPath },
  {
    name: 'post-photo-open',
    role: 'visitor',
    path: blog.photosPath,
    arrange: steps(
      (page) => page.getByRole('link', { name: 'Photo 1 of the trip' }).click(),
      (page) => page.getByRole('dialog', { name: 'Pictures' }).waitFor(),
    ),
    leave: closeDialog,
  },
  {
    name: 'post-media',
    role: 'visitor',
    path: blog.mediaPath,
    arrange: (page) => page.getByText('Transcript').click(),
  },
  { name: 'post-quiet', role: 'visitor', path: blog.quietPath },
  {
    name: 'error',
    role: 'visitor',
    path: '/projects',
    intercept: failPage('/projects'),
    arrange: see('Unexpected Application Error!'),
  },
  { name: 'not-found', role: 'visitor', path: '/nowhere' },
  { name: 'sign-in', role: 'visitor', path: '/sign-in' },
  {
    name: 'sign-in-empty',
    role: 'visitor',
    path: '/sign-in',
    arrange: steps(pressMain('Sign In'), see('Please fill out all fields.')),
    leave: stay,
  },
  {
    name: 'sign-in-busy',
    role: 'visitor',
    path: '/sign-in',
    prepare: hang('**/api/auth/signin'),
    arrange: steps(signInWrongly, pressMain('Sign In'), busy),
  },
  {
    name: 'sign-in-second-step',
    role: 'visitor',
    path: '/sign-in',
    prepare: askForSecondStep('**/api/auth/signin'),
    arrange: steps(signInWrongly, pressMain('Sign In'), (page) => page.getByLabel('Code from the mail').waitFor()),
  },
  { name: 'sign-up', role: 'visitor', path: '/sign-up' },
  {
    name: 'invitation',
    role: 'visitor',
    path: blog.invitationPath,
    arrange: (page) => page.getByRole('button', { name: 'Read along' }).waitFor(),
  },
  {
    name: 'invitation-wrong',
    role: 'visitor',
    path: `/invitation#${'A'.repeat(43)}`,
    arrange: see('not one of our invitations'),
  },
  {
    name: 'sign-up-closed',
    role: 'visitor',
    path: '/sign-up',
    intercept: pageWith('/sign-up', { 'GET /api/site': CLOSED_SITE }),
  },
  {
    name: 'sign-in-closed',
    role: 'visitor',
    path: '/sign-in',
    intercept: pageWith('/sign-in', { 'GET /api/site': CLOSED_SITE }),
  },
  { name: 'sign-in-email', role: 'visitor', path: '/sign-in?step=email' },
  { name: 'sign-in-link', role: 'visitor', path: '/sign-in?step=link#token=none' },
  {
    name: 'sign-in-link-failed',
    role: 'visitor',
    path: '/sign-in?step=link#token=none',
    arrange: steps(pressMain('Sign In'), (page) => page.getByRole('alert').filter({ hasText: /./ }).waitFor()),
    leave: stay,
  },
  { name: 'verify-email', role: 'visitor', path: '/verify-email#token=none' },
  { name: 'privacy-policy', role: 'visitor', path: '/privacy-policy' },
  { name: 'terms', role: 'visitor', path: '/terms' },
]

import { renderToString } from 'react-dom/server'
import type { Site } from '#contract/endpoints/site.ts'
import { signInPathAt } from '#web/layout/account-slot.tsx'
import { MAIN_LINKS } from '#web/layout/main-links.ts'
import { StaticRouterProvider } from '#web/router/router-context.tsx'
import type { RouterState } from '#web/router/browser-router.ts'
import { AroundScreen } from './app.tsx'

export interface LayoutMarkup {
  readonly before: string
  readonly after: string
}

/** What is rendered once: in each gap of `before` stands where sign-in leads back to. */
interface KeptMarkup {
  readonly before: readonly string[]
  readonly after: string
}

/** Nothing in the layout reads so. */
const SCREEN = '[screen]'
/** Stands for every address to which no link of the layout leads. */
const ELSEWHERE = '/[elsewhere]'

const KEPT = new WeakMap<Site, Map<string, KeptMarkup>>()

/**
 * What the server puts around a screen. To render it takes a third of the time of a page, and it is the same for all pages
 * but for the link that says 'you are here' and the address to which sign-in leads back; so it is rendered once for each link.
 */
export function layoutMarkup(site: Site, state: RouterState): LayoutMarkup {
  const { pathname } = state.location
  const shown = MAIN_LINKS.some(({ to }) => to === pathname) ? pathname : ELSEWHERE
  const { before, after } = keptMarkup(site, { ...state, location: { ...state.location, pathname: shown } })
  return { before: before.join(asAttribute(signInPathAt(pathname))), after }
}

function keptMarkup(site: Site, state: RouterState): KeptMarkup {
  const kept = KEPT.get(site) ?? new Map<string, KeptMarkup>()
  KEPT.set(site, kept)
  const { pathname } = state.location
  const markup = kept.get(pathname) ?? renderLayout(site, state)
  kept.set(pathname, markup)
  return markup
}

function renderLayout(site: Site, state: RouterState): KeptMarkup {
  const markup = renderToString(
    <StaticRouterProvider state={state}>
      <AroundScreen site={site}>{SCREEN}</AroundScreen>
    </StaticRouterProvider>,
  )
  const [before = '', after = ''] = markup.split(SCREEN)
  return { before: before.split(asAttribute(signInPathAt(state.location.pathname))), after }
}

/** As React writes it: of what it escapes, an encoded address can hold this character alone. */
const asAttribute = (path: string) => `"${path.replaceAll("'", '&#x27;')}"`

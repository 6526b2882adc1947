import type { BrowserRouter } from './browser-router.ts'

/** How long a pointer rests on a link before its screen is fetched ahead. */
const HOVER_MS = 65

/** Addresses of our own origin that are no screens. */
const NO_SCREEN = /^\/(api|files|drawings|assets)\/|^\/(feed|sitemap)\.xml$/

const linkOf = (event: Event): HTMLAnchorElement | null => (event.target instanceof Element ? event.target.closest('a') : null)

/** The address of a link that leads to another screen of the blog. */
const screenOf = (link: HTMLAnchorElement | null): URL | null => {
  if (link === null || !link.hasAttribute('href') || link.hasAttribute('download')) return null
  if (link.target !== '' && link.target !== '_self') return null
  const url = new URL(link.href)
  return url.origin === location.origin && !NO_SCREEN.test(url.pathname) ? url : null
}

/** A part of the screen that is shown; the browser goes there by itself. */
const isOnThisScreen = (url: URL) => url.hash !== '' && url.pathname === location.pathname && url.search === location.search

const isPlainClick = (event: MouseEvent) => event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const formScreen = (form: HTMLFormElement, submitter: HTMLElement | null): URL | null => {
  if (form.method !== 'get') return null
  const url = new URL(form.action)
  if (url.origin !== location.origin) return null
  const fields = [...new FormData(form, submitter)].filter((field): field is [string, string] => typeof field[1] === 'string')
  url.search = new URLSearchParams(fields).toString()
  return url
}

/**
 * Ordinary links and GET forms, wherever they stand, also inside a post's body, move between screens
 * without a page load. They stay ordinary: without scripts the browser follows them.
 */
export const followLinks = (router: BrowserRouter): void => {
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const url = screenOf(link)
    if (event.defaultPrevented || url === null || !isPlainClick(event) || isOnThisScreen(url)) return
    event.preventDefault()
    void router.navigate(url.href)
  })

  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    const url = formScreen(event.target, event.submitter)
    if (url === null) return
    event.preventDefault()
    void router.navigate(url.href)
  })

  let timer: ReturnType<typeof setTimeout> | undefined
  const fetchAhead = (event: Event, afterMs: number) => {
    clearTimeout(timer)
    const url = screenOf(linkOf(event))
    if (url !== null && !isOnThisScreen(url)) timer = setTimeout(() => router.prefetch(url), afterMs)
  }
  document.addEventListener('pointerover', (event) => fetchAhead(event, HOVER_MS), { passive: true })
  document.addEventListener('touchstart', (event) => fetchAhead(event, 0), { passive: true })
}

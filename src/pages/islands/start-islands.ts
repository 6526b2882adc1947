const BUSY = 'aria-busy'

type Hydrate = (element: HTMLElement, served: string) => Promise<void>

/** The markup of each island before a translating browser changes it. */
const served = new WeakMap<HTMLElement, string>()

const running = new WeakMap<HTMLElement, Promise<void>>()

/** React and the hydration code are fetched with the first island. */
const loadHydrate = (): Promise<Hydrate> => import('./hydrate-island.tsx').then((glue) => glue.hydrateIsland)

/** Hydrates each island once; a failed fetch is retried at the next interaction. */
const hydrate = (island: HTMLElement): Promise<void> => {
  const known = running.get(island)
  if (known) return known
  const started = loadHydrate()
    .then((hydrateIsland) => hydrateIsland(island, served.get(island) ?? ''))
    .then(() => {
      island.dataset['hydrated'] = ''
    })
  running.set(island, started)
  started.catch(() => running.delete(island))
  return started
}

/** Without a script the part stays readable, and its forms are sent as plain HTML. */
const tryToHydrate = (island: HTMLElement) => void hydrate(island).catch(() => {})

/** Returns the island around an element, unless React handles its events by now. */
const unhydratedIsland = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-island]:not([data-hydrating])') : null

/** Controls whose event will be repeated. Further taps on them, while nothing seems to happen, mean the same. */
const pending = new Set<Element>()

/** Marks a tapped control as busy, hydrates its island, and repeats the event for React. If that fails, calls `instead`. */
const repeat = (island: HTMLElement, pressed: Element, { act, instead }: { act: () => void; instead: () => void }): void => {
  if (pending.has(pressed)) return
  pending.add(pressed)
  pressed.setAttribute(BUSY, 'true')
  const end = () => {
    pending.delete(pressed)
    pressed.removeAttribute(BUSY)
  }
  hydrate(island).then(
    () => {
      end()
      act()
    },
    () => {
      end()
      instead()
    },
  )
}

const onSubmit = (event: SubmitEvent) => {
  const island = unhydratedIsland(event.target)
  const form = event.target
  if (island === null || !(form instanceof HTMLFormElement)) return
  event.preventDefault()
  event.stopPropagation()
  const { submitter } = event
  const pressed = submitter ?? form
  // Without the script a form of readers is sent as plain HTML; one of the dashboard keeps what was typed.
  const isPlain = form.method === 'get' || form.elements.namedItem('form') !== null
  const instead = () => (isPlain ? form.submit() : globalThis.needsScript(pressed))
  repeat(island, pressed, { act: () => form.requestSubmit(submitter), instead })
}

const onClick = (event: MouseEvent) => {
  const island = unhydratedIsland(event.target)
  const button = (event.target as Element).closest<HTMLButtonElement>('button[type=button]:not([popovertarget])')
  if (island === null || button === null) return
  repeat(island, button, { act: () => button.click(), instead: () => globalThis.needsScript(button) })
}

/** Reading, scrolling and links need no script of an island. */
const onInteraction = ({ target }: Event) => {
  const control = target instanceof Element ? target.closest('button, input, textarea, select') : null
  const island = unhydratedIsland(control)
  if (island !== null) tryToHydrate(island)
}

const hydrateInView = (island: HTMLElement) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      tryToHydrate(island)
    },
    { rootMargin: '400px' },
  )
  // The island itself has `display: contents`; an element without a box is never in view.
  observer.observe(island.firstElementChild ?? island)
}

/** Repeats a tap on a button of an island from before this script ran. */
const repeatEarlyTap = (tapped: Element | null | undefined) => {
  const island = unhydratedIsland(tapped ?? null)
  if (tapped instanceof HTMLElement && tapped.isConnected) {
    if (island === null) tapped.click()
    else repeat(island, tapped, { act: () => tapped.click(), instead: () => globalThis.needsScript(tapped) })
  }
}

/** Hydrates each island when its `data-hydration` says so, and any island at the first interaction with it. */
export const startIslands = (): void => {
  addEventListener('submit', onSubmit, { capture: true })
  addEventListener('click', onClick, { capture: true })
  for (const type of ['pointerdown', 'focusin', 'keydown']) addEventListener(type, onInteraction, { capture: true, passive: true })
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    served.set(island, island.innerHTML)
    if (island.dataset['hydration'] === 'now') tryToHydrate(island)
    else if (island.dataset['hydration'] === 'visible') hydrateInView(island)
  }
  // A shared link may point to a comment that only the island can load.
  if (location.hash.startsWith('#comment-')) {
    const comments = document.querySelector<HTMLElement>('[data-island=comments-section]')
    if (comments && document.getElementById(location.hash.slice(1)) === null) tryToHydrate(comments)
  }
  const { earlyTap } = globalThis
  globalThis.earlyTap = null
  repeatEarlyTap(earlyTap)
}

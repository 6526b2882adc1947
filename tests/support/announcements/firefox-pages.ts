import { findBrowsers } from '#tests/browsers/find-browsers.ts'
import type { Caller } from '#tests/support/blog/call-as.ts'
import type { Missing } from '#tests/support/requirement.ts'
import type { SpeakingPage } from './log-forms.ts'

export interface SpeakingWindow extends SpeakingPage {
  readonly close: () => Promise<void>
}

interface SpeakingBrowser {
  /** A window of its own, with the session of an account. */
  readonly openWindow: (as: Caller | undefined) => Promise<SpeakingWindow>
  readonly close: () => Promise<void>
}

const offer = findBrowsers().find(({ name }) => name === 'Firefox')?.start
export const missingFirefox: Missing | null = typeof offer === 'function' || offer === undefined ? null : offer

/** As the browser of `caller` has it: the cookie, which scripts of the blog itself could not set, and the store. */
const signIn = ({ storageState: { cookies, origins } }: Caller) => `
  for (const { name, value } of ${JSON.stringify(cookies)}) document.cookie = name + '=' + value + '; path=/'
  for (const { name, value } of ${JSON.stringify(origins.flatMap(({ localStorage }) => localStorage))}) localStorage.setItem(name, value)`

export async function startFirefoxPages(url: string): Promise<SpeakingBrowser> {
  if (typeof offer !== 'function') throw new Error('Firefox is not installed.')
  const browser = await offer()
  return {
    close: () => browser.close(),
    async openWindow(as) {
      const window = await browser.openWindow('')
      await window.resize(1280, 900)
      // The page without scripts of its own: nothing there reads or changes the session.
      await window.goTo(`${url}/robots.txt`)
      if (as) await window.run(signIn(as))
      return {
        run: window.run,
        close: window.close,
        async open(path) {
          // Another fragment of the same address would not load a page.
          if (path.includes('#')) await window.goTo(`${url}/robots.txt`)
          await window.goTo(url + path)
        },
      }
    },
  }
}

/** What the journeys need of a browser; firefox.ts and webkit.ts implement it. */
export interface DrivenBrowser {
  /** 'Firefox 140.0' */
  readonly title: string
  /**
   * A window with a profile of its own. Only one is open at a time.
   * @param script runs before the scripts of each page, where the browser can do that
   */
  readonly openWindow: (script: string) => Promise<DrivenWindow>
  readonly close: () => Promise<void>
}

export interface DrivenWindow {
  /** Resolves when the page has loaded. */
  readonly goTo: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  /** Runs a function body in the page. @returns its result, which must be JSON */
  readonly run: (body: string) => Promise<unknown>
  /** Runs a function body in the page. @returns the element that it returns */
  readonly find: (body: string) => Promise<DrivenElement | null>
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>
  readonly press: (key: 'Enter' | 'Backspace' | 'Tab' | 'Escape' | 'ArrowRight') => Promise<void>
  readonly resize: (width: number, height: number) => Promise<void>
  /** @returns a PNG */
  readonly takeScreenshot: () => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export interface DrivenElement {
  /** Scrolls to the element and clicks its centre. */
  readonly click: () => Promise<void>
  /** Touches the element if the driver supports touch, else clicks it. */
  readonly tap: () => Promise<void>
  /** Chooses files in an input. */
  readonly attach: (paths: readonly string[]) => Promise<void>
}

/** A browser as the journeys need it; firefox.ts and webkit.ts drive the two. */
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
  /** Runs the body of a function in the page. @returns its result, as JSON has it */
  readonly run: (body: string) => Promise<unknown>
  /** The element that the body of a function returns. */
  readonly find: (body: string) => Promise<DrivenElement | null>
  /** Into whatever has the focus. */
  readonly type: (text: string) => Promise<void>
  readonly press: (key: 'Enter' | 'Backspace' | 'Tab') => Promise<void>
  readonly resize: (width: number, height: number) => Promise<void>
  /** As PNG. */
  readonly takeScreenshot: () => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export interface DrivenElement {
  /** Scrolls to it and clicks in its middle. */
  readonly click: () => Promise<void>
  /** With a finger, where the driver has one; else as a click. */
  readonly tap: () => Promise<void>
  /** Chooses files in an input. */
  readonly attach: (paths: readonly string[]) => Promise<void>
}

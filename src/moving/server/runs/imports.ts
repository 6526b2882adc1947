/** Checks and runs uploaded exports, one at a time across all processes. */
export interface Imports {
  /** Starts in the background. @throws conflict while another import is running */
  readonly begin: (id: string, what: 'check' | 'run') => Promise<void>
  /** Stops the import at once if it runs in this process. Other processes read the request to stop from the row. */
  readonly stop: (id: string) => void
  /** Marks imports as ended whose process has died. */
  readonly noteDead: () => Promise<void>
}

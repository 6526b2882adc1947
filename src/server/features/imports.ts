/** The work on uploaded exports, as the dashboard needs it: one at a time over all processes. */
export interface Imports {
  /** Begins in the background. @throws conflict while another import is running */
  readonly begin: (id: string, what: 'check' | 'run') => Promise<void>
  /** Stops at once what runs in this process; others learn it from the row. */
  readonly stop: (id: string) => void
  /** Notes those that run no more, since their process has died. */
  readonly noteDead: () => Promise<void>
}

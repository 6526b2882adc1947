import 'vitest'

/** A program from the system's package manager that is not installed. */
export interface Missing {
  /** 'no nginx here' */
  readonly why: string
  /** 'apt-get install nginx' */
  readonly install: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** scripts/test-summary.mjs reads it, so that the summary of a run can say why tests were skipped. */
    missing?: Missing
  }
}

/** Options of a suite or a test: `describe('Behind nginx', unlessMissing(missingNginx), () => …)`. */
export const unlessMissing = (missing: Missing | null): { skip?: true; meta?: { missing: Missing } } =>
  missing === null ? {} : { skip: true, meta: { missing } }

import 'vitest'

/** A program that only the system's packages bring, and that this machine lacks. */
export interface Missing {
  /** 'no nginx here' */
  readonly why: string
  /** 'apt-get install nginx' */
  readonly install: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** scripts/count-reporter.mjs reads it, so that the summary of a run can say why tests were skipped. */
    missing?: Missing
  }
}

/** Options of a suite or a test: `describe('Behind nginx', unlessMissing(missingNginx), () => …)`. */
export const unlessMissing = (missing: Missing | null): { skip?: true; meta?: { missing: Missing } } =>
  missing === null ? {} : { skip: true, meta: { missing } }

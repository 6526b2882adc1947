import { spawnSync } from 'node:child_process'
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

/** `null` where the program starts. */
export function findMissing(program: string, install: string): Missing | null {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  return error ? { why: `no ${program} here`, install } : null
}

/** Options of a suite or a test: `describe('Behind nginx', unlessMissing(findMissing('nginx', …)), () => …)`. */
export const unlessMissing = (missing: Missing | null): { skip?: true; meta?: { missing: Missing } } =>
  missing === null ? {} : { skip: true, meta: { missing } }

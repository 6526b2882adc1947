import { tuneProcess } from './tune-process.mjs'

// Files of the blog are accessible to its user only.
process.umask(0o077)
tuneProcess()
const { run } = await import(new URL('../../../dist/server/run.js', import.meta.url).href)
await run()

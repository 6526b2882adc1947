import { tuneProcess } from './tune-process.mjs'

// What the blog stores is for its user alone.
process.umask(0o077)
// Before anything else is loaded, and in plain JavaScript: a file with types would load the compiler that strips them.
tuneProcess()
const { run } = await import('./run.ts')
await run()

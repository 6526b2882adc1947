import { tuneProcess } from './tune-process.mjs'

// What the blog stores is for its user alone.
process.umask(0o077)
tuneProcess()
const { run } = await import(new URL('../../../dist/server/run.js', import.meta.url).href)
await run()

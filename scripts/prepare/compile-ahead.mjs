/** Compiles the server once, so that its first start is as fast and as small as the others (src/server/process/tune-process.mjs). */
import { tuneProcess } from '#server/process/tune-process.mjs'

tuneProcess()
for (const file of ['run.js', 'entry-server.js']) await import(new URL(`../../dist/server/${file}`, import.meta.url).href)

/** Compiles the server once, so that its first start is as fast and as small as the others (src/server/process/tune-process.mjs). */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tuneProcess } from '#server/process/tune-process.mjs'

tuneProcess()
await import('#server/process/run.ts')
await import(pathToFileURL(join(import.meta.dirname, '../../dist/server/entry-server.js')).href)

/** Fills the compile cache, so that the server's first start is as fast and needs as little memory as later ones (src/app/process/tune-process.mjs). */
import { tuneProcess } from '#app/process/tune-process.mjs'

tuneProcess()
for (const file of ['run.js', 'entry-server.js']) await import(new URL(`../../dist/server/${file}`, import.meta.url).href)

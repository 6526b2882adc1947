/** The real blog in a process of its own, without its pages: needs no build. */
import { enableCompileCache } from 'node:module'

// Tests start this process often.
enableCompileCache()
const { run } = await import('#server/process/run.ts')
const renderPage = async () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<p>page</p>' })
await run({ loadPages: async () => ({ renderPage, renderMail: () => '<p>mail</p>', inlineScripts: [], inlineStyles: [] }) })

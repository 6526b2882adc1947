/** The real blog in a process of its own, without its pages: needs no build. */
import { StartError } from '#server/platform/start-error.ts'
import { startBlog } from '#server/start.ts'

const renderPage = async () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<p>page</p>' })
try {
  const blog = await startBlog({
    env: process.env,
    loadPages: async () => ({ renderPage, inlineScripts: [] }),
    print: (line) => process.stdout.write(`${line}\n`),
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void blog.close().then(() => process.exit(0)))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

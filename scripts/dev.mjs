/**
 * Runs the blog for development on one port: `npm run dev`.
 * Vite serves and hot-replaces the pages. `node --watch` restarts this program when a file that the
 * server has loaded changes (src, migrations), and the browser then reloads.
 */
import diagnostics from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { StartError } from '#platform/process/start-error.ts'
import { startBlog } from '#app/start.ts'
import { serveComponents } from '#tests/support/browser/components-page.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const WEB = '/src/app/web/entry-server.tsx'

process.env.NODE_ENV ??= 'development'

/** Forwards upgrade events of the blog's HTTP server, which does not exist yet when Vite subscribes. */
const upgrades = new EventEmitter()
const forwardUpgrades = ({ server }) => {
  diagnostics.unsubscribe('http.server.request.start', forwardUpgrades)
  server.on('upgrade', (...parts) => upgrades.emit('upgrade', ...parts))
}
diagnostics.subscribe('http.server.request.start', forwardUpgrades)

const vite = await createServer({
  root,
  appType: 'custom',
  // Other loaders write and import a temporary file, which makes `node --watch` restart.
  configLoader: 'native',
  server: { middlewareMode: true, ws: { server: upgrades } },
})

const inlineScriptsOf = (html) => [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1])

/** Renders with the current sources. */
const renderPage = async (url, call, options = {}) => {
  const { createPages } = await vite.ssrLoadModule(WEB)
  const onError = (error) => {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    options.onError?.(error)
  }
  const page = await createPages(null).renderPage(url, call, { ...options, onError })
  if (page.html === '') return page
  return { ...page, html: await vite.transformIndexHtml(url.pathname, page.html) }
}

const loadPages = async () => {
  const { createPages } = await vite.ssrLoadModule(WEB)
  const viteScripts = inlineScriptsOf(await vite.transformIndexHtml('/', '<html><head></head><body></body></html>'))
  return { renderPage, inlineScripts: [...createPages(null).inlineScripts, ...viteScripts], inlineStyles: [] }
}

/** Vite inserts styles by script and waits for restarts in a worker; the production policy forbids both. */
const relaxPolicy = (response) => {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status, ...rest) => {
    const headers = rest.at(-1) ?? {}
    const name = Object.keys(headers).find((key) => key.toLowerCase() === 'content-security-policy')
    if (name) headers[name] = `${headers[name].replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; worker-src blob:`
    return writeHead(status, ...rest)
  }
}

const components = serveComponents(vite)
const devMiddleware = (request, response, next) => {
  relaxPolicy(response)
  components(request, response, () => vite.middlewares(request, response, next))
}

try {
  const print = (line) => process.stdout.write(`${line}\n`)
  const blog = await startBlog({ env: process.env, loadPages, devMiddleware, print })
  // At once: browsers hold connections open, and the data bear it.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit())
  // The first request triggers forwardUpgrades, before a browser opens its web socket.
  await fetch(new URL('/@vite/client', blog.url)).catch(() => {})
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`)
  process.exit(1)
}

import { type Connect, createServer, type ViteDevServer } from 'vite'

/** The page of all components: of `npm run dev`, and of the tests that look at it. No build has it. */
export const COMPONENTS_PATH = '/dev/components'

const DOCUMENT = `<!doctype html>
<html lang="en" class="light">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="theme-color" content="#fbf7f1"><title>Components</title></head>
<body><div id="components"></div><script type="module" src="/tests/components/components.tsx"></script></body>
</html>`

/** Middleware before that of Vite, which serves the page's modules. */
export const serveComponents =
  (vite: ViteDevServer): Connect.NextHandleFunction =>
  (request, response, next) => {
    if (request.url?.split('?')[0] !== COMPONENTS_PATH) return next()
    return vite.transformIndexHtml(COMPONENTS_PATH, DOCUMENT).then((html) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(html)
    }, next)
  }

export interface ComponentsPage {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves the page of all components as `npm run dev` does, without a blog. */
export async function startComponentsPage(): Promise<ComponentsPage> {
  const vite = await createServer({
    root: `${import.meta.dirname}/../../..`,
    appType: 'custom',
    configLoader: 'native',
    logLevel: 'error',
    // Not the cache of a running `npm run dev`.
    cacheDir: 'node_modules/.vite-components',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    plugins: [{ name: 'components-page', configureServer: (server) => void server.middlewares.use(serveComponents(server)) }],
  })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (typeof address !== 'object' || address === null) throw new Error('Vite has no port.')
  return { url: `http://127.0.0.1:${address.port}${COMPONENTS_PATH}`, stop: () => vite.close() }
}

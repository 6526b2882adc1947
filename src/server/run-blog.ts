import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pages } from './features/pages/answer-page.ts'
import type { Config } from './platform/config.ts'
import type { Logger } from './platform/logger.ts'
import { serveMetrics } from './platform/metrics/serve-metrics.ts'
import type { Order, Report } from './primary.ts'
import { onReplaceSignal, STOP_SIGNALS } from './signals.ts'
import { type RunningBlog, startBlog } from './start.ts'

const dist = new URL('../../dist/', import.meta.url)
/** A blog that was asked to stop is gone by then, whatever holds it. */
const STOP_MS = 9500

/** The web as the build left it; the manifest names its files. */
async function loadBuiltPages(): Promise<Pages> {
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href),
  ])
  return { renderPage: web.createRenderPage(JSON.parse(manifest)), inlineScripts: web.inlineScripts }
}

const start = (say: (line: string) => void): Promise<RunningBlog> =>
  startBlog({ env: process.env, loadPages: loadBuiltPages, staticFolder: fileURLToPath(new URL('client', dist)), say })

/** The whole blog in this process. @throws StartError */
export async function runAlone({ metricsPort }: Config, logger: Logger): Promise<void> {
  const blog = await start((line) => process.stdout.write(`${line}\n`))
  if (blog.metrics && metricsPort !== null) {
    await serveMetrics(metricsPort, blog.metrics.text).catch(async (error: unknown) => {
      await blog.close()
      throw error
    })
  }
  const end = enderOf(blog, logger)
  for (const signal of STOP_SIGNALS) process.on(signal, () => end('stop'))
  onReplaceSignal(() => logger.warn('with WORKERS=1 nobody could take over; stop the blog and start it again'))
}

/** One of several: the process in front says when to end. @throws StartError */
export async function runAsWorker(logger: Logger): Promise<void> {
  const report = (message: Report) => process.send?.(message)
  // An order may come before there is a blog.
  let end = (order: Order): void => {
    if (order !== 'figures') process.exit(0)
  }
  process.on('message', (order: Order) => end(order))
  // A terminal, or a service manager, tells the whole group.
  for (const signal of STOP_SIGNALS) process.on(signal, () => end('stop'))
  onReplaceSignal(() => {})
  const blog = await start((line) => report({ say: line }))
  const endInOrder = enderOf(blog, logger)
  end = (order) => {
    if (order === 'figures') void blog.metrics?.figures().then((figures) => report({ figures }))
    else endInOrder(order)
  }
  report({ ready: true })
}

/** Ends the process in order. After an error that nobody caught nothing in it can be relied on, so it ends too, with 1. */
function enderOf(blog: RunningBlog, logger: Logger): (order: Exclude<Order, 'figures'>) => void {
  let exitCode = 0
  const end = (order: Exclude<Order, 'figures'>) => {
    if (order === 'stop') setTimeout(() => process.exit(1), STOP_MS).unref()
    const ended = order === 'stop' ? blog.close() : blog.handOver()
    ended.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        logger.error({ err: error }, 'the blog did not end in order')
        process.exit(1)
      },
    )
  }
  // A rejection that nobody handles comes here too.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody caught; this process ends')
    exitCode = 1
    end('stop')
  })
  return end
}

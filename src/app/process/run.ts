import { fileURLToPath } from 'node:url'
import type { Pages } from '#app/pages/render-page.ts'
import { StartError } from '#platform/process/start-error.ts'
import { type RunningBlog, startBlog } from '#app/start.ts'
import { readFile } from 'node:fs/promises'
import { projectFolder } from '#platform/process/project-folder.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** The process exits after this time, whatever is still pending: service managers kill after ten seconds. */
const STOP_MS = 9500
/** Longest wait for open handles after a start that failed. */
const FAILED_START_MS = 1000
/** No timer can be longer. */
const FOREVER_MS = 2 ** 31 - 1

/** Folder of the build. */
const dist = new URL('dist/', projectFolder)

interface RunOptions {
  readonly loadPages: () => Promise<Pages>
  readonly staticFolder?: string
}

const BUILT: RunOptions = { loadPages: loadBuiltPages, staticFolder: fileURLToPath(new URL('client', dist)) }

/** Runs the blog in this process until a signal stops it. */
export async function run(options: RunOptions = BUILT): Promise<void> {
  endWithNpm()
  warnOfRemovedSettings(process.env)
  const started = startBlog({ ...options, env: process.env, print: (line) => process.stdout.write(`${line}\n`) })
  const stop = createStop(started)
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop(0))
  // Some parts wait with timers that keep no process alive: Node would end a start that fails before it has said why.
  const alive = setInterval(() => {}, FOREVER_MS)
  try {
    const { logger } = await started
    // Also receives unhandled rejections. The state of the process is unreliable afterwards.
    process.on('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'uncaught error; this process stops')
      stop(1)
    })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    setTimeout(() => process.exit(), FAILED_START_MS).unref()
  } finally {
    clearInterval(alive)
  }
}

/** Closes the blog, also one that is still starting, and exits. */
function createStop(started: Promise<RunningBlog>): (exitCode: number) => void {
  return (exitCode) => {
    setTimeout(() => process.exit(1), STOP_MS).unref()
    started
      .then((blog) =>
        blog.close().catch((error: unknown) => {
          blog.logger.error({ err: error }, 'the blog did not stop cleanly')
          process.exit(1)
        }),
      )
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      )
  }
}

function warnOfRemovedSettings({ WORKERS }: NodeJS.ProcessEnv): void {
  if (!WORKERS || WORKERS === '1') return
  process.stderr.write(
    'WORKERS no longer exists: this is one process. To run several, start the blog several times on PostgreSQL, each on its own PORT (docs/operating.md, Several processes).\n',
  )
}

const CHECK_MS = 500

/**
 * Stops the blog when the shell of `npm start` exits. That shell does not forward the signal that ends npm, so the blog
 * would keep running and hold the port.
 */
function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_MS)
  timer.unref()
}

/** Loads the built pages; the manifest names their files. */
export async function loadBuiltPages(): Promise<Pages> {
  const [manifest, web] = await Promise.all([
    readFile(new URL('client/.vite/manifest.json', dist), 'utf8'),
    import(new URL('server/entry-server.js', dist).href),
  ])
  return web.createPages(JSON.parse(manifest))
}

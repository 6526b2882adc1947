/**
 * Builds the browser bundle and the server bundle. Called by scripts/prepare.mjs under its lock: `npm run build`.
 * Builds into a temporary folder that replaces dist when it is complete, so an aborted build keeps the last one.
 * Each bundle is built by a process of its own (`scripts/build.mjs client FOLDER`): together they would need 300 MB more.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hashSources, stampPath } from './prepare/build-state.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const fresh = join(root, `.prepare/build-${process.pid}`)
const old = join(root, `.prepare/old-${process.pid}`)

/** Formats file, position, message and source lines of a bundler error. */
const describe = (error) => {
  const file = error.id ?? error.loc?.file
  const place = file && `${relative(root, file)}${error.loc ? `:${error.loc.line}:${error.loc.column}` : ''}`
  return [place, error.message, error.frame].filter(Boolean).join('\n')
}

const [, , bundleName, outDir] = process.argv
/** One thread is as fast for sources of this size. What the bundler frees goes back to the system at once: 200 MB. */
const SMALL = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  MALLOC_ARENA_MAX: '1',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  NODE_ENV: 'production',
}

class BundleError extends Error {}

async function buildBundle() {
  // Selects React's production build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const options = bundleName === 'server' ? { ssr: true } : {}
  await build({ root, configLoader: 'native', logLevel: 'warn', build: { ...options, outDir, emptyOutDir: true } })
}

/** Fills the compile cache, so that the server's first start is as fast and needs as little memory as later ones. */
async function compileAhead() {
  const { tuneProcess } = await import('#app/process/tune-process.mjs')
  tuneProcess()
  for (const file of ['run.js', 'entry-server.js']) await import(new URL(`../dist/server/${file}`, import.meta.url).href)
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/

/** Writes `.br` and `.gz` beside every text file at the highest compression level. The server sends them unchanged. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.')) compressFiles(path)
    } else if (COMPRESSIBLE.test(entry.name)) {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  }
}

/** The process prints what is wrong by itself. */
const bundle = (name) => {
  const args = ['--max-semi-space-size=2', '--max-old-space-size=200', fileURLToPath(import.meta.url), name, join(fresh, name)]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...SMALL } })
  if (status !== 0) throw new BundleError()
}

function buildAll() {
  const sources = hashSources(root)
  bundle('client')
  bundle('server')
  compressFiles(join(fresh, 'client'))
  writeFileSync(stampPath(fresh), sources)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  // If this fails, the first start of the server compiles instead.
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'compile'], { stdio: 'ignore' })
}

try {
  if (bundleName === undefined) buildAll()
  else await (bundleName === 'compile' ? compileAhead() : buildBundle())
} catch (error) {
  if (!(error instanceof BundleError)) process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 1
} finally {
  if (bundleName === undefined) for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
}

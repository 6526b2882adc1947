/**
 * Builds the browser bundle and the server bundle. Called by scripts/prepare.mjs under its lock: `npm run build`.
 * Builds into a temporary folder that replaces dist when it is complete, so an aborted build keeps the last one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hashSources, stampPath } from './prepare/build-state.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const fresh = join(root, `.prepare/build-${process.pid}`)
const old = join(root, `.prepare/old-${process.pid}`)

/** One thread is as fast for sources of this size. What the bundler frees goes back to the system at once: 200 MB. */
const SMALL = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  MALLOC_ARENA_MAX: '1',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
  // Selects React's production build.
  NODE_ENV: 'production',
}

/**
 * Each bundle is built by a process of its own: together they would need 300 MB more. It prints what is wrong by itself.
 * @returns whether it was built
 */
const bundle = (name, ...options) => {
  const node = ['--max-semi-space-size=2', '--max-old-space-size=200', join(root, 'node_modules/vite/bin/vite.js')]
  const vite = ['build', '--configLoader', 'native', '--logLevel', 'warn', '--emptyOutDir', '--outDir', join(fresh, name), ...options]
  const env = { ...process.env, ...SMALL }
  return spawnSync(process.execPath, [...node, ...vite], { cwd: root, stdio: 'inherit', env }).status === 0
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

/** Fills the compile cache, so that the server's first start is as fast and needs as little memory as later ones. */
async function compileAhead() {
  const { tuneProcess } = await import('#app/process/tune-process.mjs')
  tuneProcess()
  for (const file of ['run.js', 'entry-server.js']) await import(new URL(`../dist/server/${file}`, import.meta.url).href)
}

function buildAll() {
  const sources = hashSources(root)
  if (!bundle('client') || !bundle('server', '--ssr')) return false
  compressFiles(join(fresh, 'client'))
  writeFileSync(stampPath(fresh), sources)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  // If this fails, the first start of the server compiles instead.
  spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'compile'], { stdio: 'ignore' })
  return true
}

if (process.argv[2] === 'compile') await compileAhead()
else {
  try {
    if (!buildAll()) process.exitCode = 1
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Builds the browser bundle and the server bundle. Called by scripts/prepare.mjs under its lock: `npm run build`.
 * Builds into a temporary folder that replaces dist when it is complete, so an aborted build keeps the last one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashSources, stampPath } from './prepare/build-state.mjs'
import { compressFiles } from './prepare/compress-files.mjs'
import { copyPreviousChunks } from './prepare/copy-previous-chunks.mjs'

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

// Selects React's production build.
process.env.NODE_ENV = 'production'
try {
  const sources = hashSources(root)
  const { build } = await import('vite')
  const bundle = (name, options) =>
    build({ root, configLoader: 'native', logLevel: 'warn', build: { ...options, outDir: join(fresh, name), emptyOutDir: true } })
  await bundle('client', {})
  await bundle('server', { ssr: true })
  compressFiles(join(fresh, 'client'))
  copyPreviousChunks(join(dist, 'server/assets'), join(fresh, 'server/assets'))
  writeFileSync(stampPath(fresh), sources)
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  // If this fails, the first start of the server compiles instead.
  spawnSync(process.execPath, [join(root, 'scripts/prepare/compile-ahead.mjs')], { stdio: 'ignore' })
} catch (error) {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 1
} finally {
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
}

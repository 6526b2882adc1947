import { copyFileSync, existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** Files that are older than the newest by more than this are from an earlier build. */
const BUILD_MAX_MS = 60_000

/**
 * Copies the chunks of the last build into the new one, as processes that still run the last build load some chunks
 * on demand. Leaves out what the last build has copied from the one before.
 */
export const copyPreviousChunks = (last, fresh) => {
  if (!existsSync(last)) return
  const files = readdirSync(last).map((name) => ({ name, path: join(last, name), mtime: statSync(join(last, name)).mtime }))
  const builtAt = Math.max(...files.map(({ mtime }) => mtime.getTime()))
  for (const { name, path, mtime } of files) {
    const copy = join(fresh, name)
    if (existsSync(copy) || builtAt - mtime.getTime() > BUILD_MAX_MS) continue
    copyFileSync(path, copy)
    utimesSync(copy, mtime, mtime)
  }
}

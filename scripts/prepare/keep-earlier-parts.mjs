import { copyFileSync, existsSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** A build is written within seconds. */
const BUILD_MAX_MS = 60_000

/**
 * Copies the parts of the last build into the new one: a process that still runs it loads some of them only when it
 * first needs them. What the last build had kept of the one before is left out.
 */
export const keepEarlierParts = (last, fresh) => {
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

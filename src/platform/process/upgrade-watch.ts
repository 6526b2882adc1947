import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A new version is watched for a while before it stays (decision 83). A file of the data folder marks this time: `90 closed`,
 * so many seconds from the first page on, and whether writes are refused meanwhile. The blog deletes the file at the end. Going
 * back renames it. Only one of the two can succeed, so nothing is acknowledged that going back would lose.
 */
export interface UpgradeWatch {
  /** True while nothing may be written. */
  readonly isClosed: () => boolean
  /** Whether this start follows a copy of the data. */
  readonly isCopied: boolean
  /** Starts work that writes, when writes are allowed. @returns a function that stops it, whether it was started or not */
  readonly whenOpened: (start: () => () => unknown) => () => Promise<void>
  /** Call when the process serves: the time begins. */
  readonly ready: () => void
  readonly close: () => void
}

export const WATCH_FILE = 'upgrade-watch'

export function openUpgradeWatch(folder: string): UpgradeWatch {
  const path = join(folder, WATCH_FILE)
  const [seconds = '', word] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ') : []
  const isCopied = word === 'closed'
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let isClosed = isCopied
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    if (!takeAway(folder)) return
    isClosed = false
    open()
  }
  return {
    isClosed: () => isClosed,
    isCopied,
    whenOpened(start) {
      let stop = isClosed ? undefined : start()
      let isEnded = false
      if (isClosed) void opened.then(() => (isEnded ? undefined : (stop = start())))
      return async () => {
        isEnded = true
        await stop?.()
      }
    },
    ready() {
      if (word !== undefined) timer = setTimeout(end, Number(seconds) * 1000).unref()
    },
    close: () => clearTimeout(timer),
  }
}

/** @returns false where the version is being replaced by the one before */
function takeAway(folder: string): boolean {
  try {
    rmSync(join(folder, WATCH_FILE))
  } catch {
    return false
  }
  // A power cut must not bring it back after the first write.
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
  return true
}

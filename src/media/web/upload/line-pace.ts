/** Share of a new measurement in the pace. */
const NEW_SHARE = 0.4
const WINDOW_MS = 1000
/** Uploads are slower than downloads, which is all that browsers report. */
const UPLOAD_SHARE = 0.3
const BYTES_PER_MEGABIT = 125_000

interface Connection {
  /** Megabits a second. */
  readonly downlink?: number
  readonly saveData?: boolean
  readonly effectiveType?: string
}

const connection = (): Connection => (globalThis.navigator as { readonly connection?: Connection } | undefined)?.connection ?? {}

/** Whether the writer's device asks to send little, or the line is very slow. */
export const savesData = (): boolean => connection().saveData === true || /^(?:slow-)?2g$/.test(connection().effectiveType ?? '')

/** How fast this line takes uploads, measured from the uploads themselves. */
export class LinePace {
  readonly #now: () => number
  #bytesPerSecond: number | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns a function that takes the bytes of one upload that were sent so far */
  begin(): (sent: number) => void {
    let last: { at: number; sent: number } | null = null
    return (sent) => {
      const at = this.#now()
      // An upload that resumes, or sends a part again, begins at another place.
      if (last === null || sent < last.sent) {
        last = { at, sent }
        return
      }
      if (at - last.at < WINDOW_MS) return
      this.#take(((sent - last.sent) * 1000) / (at - last.at))
      last = { at, sent }
    }
  }

  #take(measured: number): void {
    const before = this.#bytesPerSecond ?? measured
    this.#bytesPerSecond = before + (measured - before) * NEW_SHARE
  }

  /** @returns null while nothing is known about the line */
  secondsFor(bytes: number): number | null {
    const { downlink } = connection()
    const pace = this.#bytesPerSecond ?? (downlink ? downlink * BYTES_PER_MEGABIT * UPLOAD_SHARE : null)
    return pace === null || pace <= 0 ? null : bytes / pace
  }
}

export const linePace = new LinePace(() => performance.now())

/** 'less than a minute', 'about 4 minutes', 'about 2 hours' */
export const durationText = (seconds: number): string => {
  if (seconds < 50) return 'less than a minute'
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
  return `about ${Math.round(minutes / 60)} hours`
}

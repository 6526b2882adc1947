import { type DeviceDrafts, parseDraft } from '#writing/web/drafts/device-drafts.ts'
import type { DeviceDraft } from '#writing/web/drafts/draft.ts'

/**
 * The texts of one browser, as its database treats them: a change takes effect later than it begins, in the order in which the
 * changes began, and as a whole. What reads waits for them.
 */
export class MemoryDrafts {
  readonly stored = new Map<string, unknown>()
  #changes = Promise.resolve()
  #isFull = false

  fillUp(): void {
    this.#isFull = true
  }

  async list(userId: string): Promise<DeviceDraft[]> {
    await this.#changes
    const own = [...this.stored].filter(([key]) => key.startsWith(`${userId}/`))
    return own.map(([key, draft]) => parseDraft(draft, key)).filter((draft) => draft !== null)
  }

  /**
   * What one page sees of it.
   * @param isOpen whether its code runs
   * @param isAlive false when its process has ended: nothing takes effect any more
   */
  open(isOpen: () => boolean, isAlive: () => boolean): DeviceDrafts {
    return {
      list: (userId) => this.list(userId),
      change: (...call) => {
        const never = new Promise<void>(() => {})
        if (!isOpen()) return never
        const changed = this.#changes.then(async () => {
          await new Promise(setImmediate)
          if (isAlive()) this.#change(...call)
        })
        this.#changes = changed.catch(() => {})
        return changed.then(() => (isOpen() ? undefined : never))
      },
    }
  }

  #change(...[key, draft, over]: Parameters<DeviceDrafts['change']>): void {
    if (draft && this.#isFull) throw new DOMException('full', 'QuotaExceededError')
    if (key !== null && draft) this.stored.set(key, structuredClone(draft))
    else if (key !== null) this.stored.delete(key)
    for (const mark of over) {
      const former = parseDraft(this.stored.get(mark.key), mark.key)
      if (former && former.version <= mark.version) this.stored.delete(mark.key)
    }
  }
}

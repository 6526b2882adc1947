/** What several owners wait for. They are served in rotation, so that nobody waits behind everything of another. */
export class Rotation<T> {
  /** By owner; the first one is the next. */
  readonly #queues = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  countOf(owner: string): number {
    return this.#queues.get(owner)?.length ?? 0
  }

  add(owner: string, item: T): void {
    const queue = this.#queues.get(owner)
    if (queue) queue.push(item)
    else this.#queues.set(owner, [item])
    this.#size += 1
  }

  /** Takes the oldest of the next owner, who is the last one then. */
  take(): T | undefined {
    for (const [owner, queue] of this.#queues) {
      this.#queues.delete(owner)
      if (queue.length > 1) this.#queues.set(owner, queue)
      this.#size -= 1
      return queue.shift()
    }
    return undefined
  }

  /** Takes the newest of the owner with the most, if these are more than `count`. */
  takeFromLongest(count: number): T | undefined {
    let [longest, most] = ['', count]
    for (const [owner, { length }] of this.#queues) if (length > most) [longest, most] = [owner, length]
    const queue = this.#queues.get(longest)
    if (most === count || !queue) return undefined
    if (most === 1) this.#queues.delete(longest)
    this.#size -= 1
    return queue.pop()
  }

  /** Takes all that stand first of their owner and meet the condition. */
  takeWhile(isDue: (item: T) => boolean): T[] {
    const taken: T[] = []
    for (const [owner, queue] of this.#queues) {
      while (queue[0] !== undefined && isDue(queue[0])) taken.push(...queue.splice(0, 1))
      if (queue.length === 0) this.#queues.delete(owner)
    }
    this.#size -= taken.length
    return taken
  }
}

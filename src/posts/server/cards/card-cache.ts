import pLimit from 'p-limit'
import { AppError } from '#platform/contract/errors.ts'

/** About 150 cards. When a post is shared, many sites request its card within a minute, and hardly any later. */
const CACHE_MAX_BYTES = 12 * 1024 * 1024
/** Maximum number of cards being drawn or queued. Cards and uploads share the picture workers. */
const PENDING_MAX = 40
const RETRY_SECONDS = 10

const busy = () => new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

export type CardCache = (address: string, draw: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Caches cards by address. An address encodes what its card shows, so no entry is ever stale. Cards are drawn one at a
 * time, and concurrent requests for one card share its drawing. @throws unavailable while too many cards are pending
 */
export function createCardCache({ maxBytes = CACHE_MAX_BYTES, pendingMax = PENDING_MAX } = {}): CardCache {
  const drawOne = pLimit(1)
  const pending = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  /** Least recently used first. */
  const cards = new Map<string, Uint8Array<ArrayBuffer>>()
  let bytes = 0

  function store(address: string, card: Uint8Array<ArrayBuffer>): void {
    cards.set(address, card)
    bytes += card.byteLength
    for (const [oldest, { byteLength }] of cards) {
      if (bytes <= maxBytes) break
      cards.delete(oldest)
      bytes -= byteLength
    }
  }

  async function load(address: string, draw: Parameters<CardCache>[1]): Promise<Uint8Array<ArrayBuffer>> {
    try {
      const card = await drawOne(draw)
      store(address, card)
      return card
    } catch (error) {
      // The error of a crashed worker blames an uploaded picture, but this client has uploaded none.
      throw error instanceof AppError ? busy() : error
    } finally {
      pending.delete(address)
    }
  }

  return async (address, draw) => {
    const card = cards.get(address)
    if (card) {
      cards.delete(address)
      cards.set(address, card)
      return card
    }
    const running = pending.get(address)
    if (running) return running
    if (pending.size >= pendingMax) throw busy()
    const loading = load(address, draw)
    pending.set(address, loading)
    return loading
  }
}

import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'

/** Some hundred and fifty cards. A post that is shared is asked for by many sites in the same minute, and then hardly ever. */
const CACHE_MAX_BYTES = 12 * 1024 * 1024
/** Cards that are waited for at the same time; uploads share their workers. */
const PENDING_MAX = 40
const RETRY_SECONDS = 10

const busy = () => new AppError('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

export type CardCache = (address: string, draw: () => Promise<Uint8Array<ArrayBuffer>>) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Cards by address, which says what a card shows: none is ever out of date. They are drawn one after another, each once
 * for all who wait for it. @throws unavailable while too many are waited for
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
      // A worker that died says that the picture is bad; who looks at a link has sent none.
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

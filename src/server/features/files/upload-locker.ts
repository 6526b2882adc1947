import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Locker } from '@tus/server'
import type { Database } from '#server/platform/database/database.ts'
import { askForLease, giveBackLease, type Lease, lookAtLease, renewLease, takeLease } from '#server/platform/lease.ts'

/** A process that dies leaves its uploads to the others after this. */
const LEASE_MS = 15_000
const RENEW_MS = 5000
/** How soon a holder hears that somebody waits, and how soon who waits tries again. */
const LOOK_MS = 500
const TRY_MS = 50
const PATIENCE_MS = 25_000

interface Parts {
  readonly db: Database
  readonly now: () => number
}

/** One request at a time writes to an upload, whichever process it came to. A later one takes over from one whose sender is gone. */
export function createUploadLocker({ db, now }: Parts): Locker {
  const newLock = (id: string) => {
    const lease: Lease = { name: `upload/${id}`, holder: randomBytes(12).toString('base64url') }
    let watch: AbortController | undefined
    return {
      async lock(signal: AbortSignal, requestRelease: () => unknown) {
        const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
        for (let tries = 0; !(await takeLease(db, { ...lease, now: now(), forMs: LEASE_MS })); tries += 1) {
          if (patience.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
          if (tries % 10 === 0) await askForLease(db, lease.name)
          await sleep(TRY_MS)
        }
        watch = new AbortController()
        void keepLease({ db, now }, lease, watch.signal).then(requestRelease, () => {})
      },
      async unlock() {
        watch?.abort()
        await giveBackLease(db, lease)
      },
    }
  }
  return { newLock }
}

/** Resolves when somebody else wants the upload, or has it. Rejects when it was given back. */
async function keepLease({ db, now }: Parts, lease: Lease, signal: AbortSignal): Promise<void> {
  for (let since = 0; ; since += LOOK_MS) {
    await sleep(LOOK_MS, undefined, { signal, ref: false })
    // While the database is away nobody else can take it either.
    const state = await lookAtLease(db, lease).catch(() => 'held' as const)
    if (state !== 'held') return
    if (since >= RENEW_MS) {
      since = 0
      await renewLease(db, { ...lease, now: now(), forMs: LEASE_MS }).catch(() => {})
    }
  }
}

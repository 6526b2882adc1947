import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Lock, Locks } from '#platform/database/lock.ts'
import type { ChildProcesses } from '#platform/process/child-processes.ts'
import type { Logger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import type { ChosenBackup } from '#upkeep/contract/restore.endpoints.ts'
import { BACKUP_LOCK } from '#upkeep/server/backup/run-backup.ts'
import { pathOf, removePrepared, type Secrets } from './prepare-archive.ts'
import { endIfDead, openRestoreGate } from './restore-gate.ts'
import type { RestoreOrder, RestoreSettings } from './restore-process.ts'
import { noteRestore, noteStopped, readRestore, RESTORE_LOCK, type StoredRestore } from './restore.store.ts'

interface Parts {
  readonly db: Database
  readonly locks: Pick<Locks, 'tryLock'>
  readonly processes: ChildProcesses
  readonly settings: RestoreSettings
  readonly logger: Logger
  readonly now: () => number
}

/** Restores backups while the blog runs, one at a time across all processes. */
export interface Restore {
  readonly state: () => Promise<StoredRestore>
  /** Checks a backup in the background. @throws conflict while another is checked or restored */
  readonly check: (chosen: ChosenBackup, secrets: Secrets) => Promise<void>
  /** Replaces the blog by the checked backup in the background. @throws conflict */
  readonly start: () => Promise<void>
  readonly drop: () => Promise<void>
  /** Whether the blog is being replaced, so that nothing may be served. */
  readonly isClosed: () => boolean
}

export interface OpenRestore extends Restore {
  /** Deletes a prepared file that nobody has restored for a day. Never throws. */
  readonly removeOld: () => Promise<void>
  readonly close: () => Promise<void>
}

const MODULE = new URL('src/upkeep/server/restore/restore-process.ts', projectFolder)
/** Rows and small files are in memory part by part, larger files are streamed. */
const HEAP_MB = 512
/** The process that has read a backup takes a moment to end after its result is stored. */
const LOCK_WAIT_MS = 5000
const STOP_WAIT_MS = 2000
/** Held by an import (src/moving/server/runs/open-imports.ts). */
const IMPORT_LOCK = 'import'

export async function openRestore(parts: Parts): Promise<OpenRestore> {
  const { db, locks, settings, logger, now } = parts
  const gate = openRestoreGate(parts)
  let ours: Promise<void> = Promise.resolve()
  await endIfDead(parts)
  await gate.check()

  /** Works in the background while it holds the locks. */
  function work(held: readonly Lock[], order: Pick<RestoreOrder, 'chosen' | 'secrets'>): void {
    ours = runInProcess(parts, order)
      .catch((error: unknown) => logger.error({ err: error }, 'result of a restore not saved'))
      .finally(async () => {
        for (const lock of held) await lock.release()
        await gate.check().catch(() => {})
      })
  }

  return {
    isClosed: gate.isClosed,
    async state() {
      const stored = await readRestore(db)
      if (!isActive(stored)) return stored
      return (await endIfDead(parts)) ? readRestore(db) : stored
    },
    async check(chosen, secrets) {
      const held = await takeLocks(locks, [RESTORE_LOCK])
      await noteRestore(db, { phase: 'checking', chosen, now: now() }).catch(releasing(held))
      work(held, { chosen, secrets })
    },
    async start() {
      const held = await takeLocks(locks, [RESTORE_LOCK, BACKUP_LOCK, IMPORT_LOCK])
      try {
        const stored = await requireChecked(db, settings)
        await noteRestore(db, { ...stored, phase: 'restoring', failure: null, now: now() })
        gate.shut()
        work(held, { chosen: stored.chosen, secrets: null })
      } catch (error) {
        await releasing(held)(error)
      }
    },
    drop: () => drop(parts),
    removeOld: () => removeOld(parts),
    async close() {
      gate.close()
      await Promise.race([ours, sleep(STOP_WAIT_MS, undefined, { ref: false })])
    },
  }
}

const isActive = ({ phase }: StoredRestore) => phase === 'checking' || phase === 'restoring'

const BUSY: Readonly<Record<string, string>> = {
  [RESTORE_LOCK]: 'A backup is being read already. Please wait until that has ended.',
  [BACKUP_LOCK]: 'A backup is being made. Please wait until it is there.',
  [IMPORT_LOCK]: 'An import is running. Please wait until it has ended, or stop it.',
}

/** @throws conflict, holding none of them */
async function takeLocks(locks: Parts['locks'], names: readonly string[]): Promise<Lock[]> {
  const held: Lock[] = []
  for (const name of names) {
    const lock = await locks.tryLock(name, { waitMs: LOCK_WAIT_MS })
    if (!lock) return releasing(held)(new AppError('conflict', BUSY[name]))
    held.push(lock)
  }
  return held
}

const releasing =
  (held: readonly Lock[]) =>
  async (error: unknown): Promise<never> => {
    for (const lock of held) await lock.release()
    throw error
  }

async function requireChecked(db: Database, settings: RestoreSettings): Promise<StoredRestore & { readonly chosen: ChosenBackup }> {
  const stored = await readRestore(db)
  const { phase, chosen, file } = stored
  if (phase !== 'checked' || !chosen) throw new AppError('conflict', 'Please choose a backup first.')
  const isThere = await stat(pathOf(settings, chosen, file)).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new AppError('conflict', 'This backup is not on this machine any more. Please choose it again.')
  return { ...stored, chosen }
}

async function drop({ db, locks, settings, now }: Parts): Promise<void> {
  const held = await takeLocks(locks, [RESTORE_LOCK])
  try {
    await noteRestore(db, { phase: 'none', chosen: null, now: now() })
    await removePrepared(settings.dataDir)
  } finally {
    for (const lock of held) await lock.release()
  }
}

async function removeOld(parts: Parts): Promise<void> {
  try {
    const { phase, since } = await readRestore(parts.db)
    if (phase === 'checked' && since !== null && parts.now() - since > DAY_MS) await drop(parts)
  } catch (error) {
    parts.logger.error({ err: error }, 'a backup that nobody restored could not be deleted')
  }
}

/** Resolves when the process has ended. One that died has left the phase as it was. */
async function runInProcess({ db, processes, settings, now }: Parts, order: Pick<RestoreOrder, 'chosen' | 'secrets'>): Promise<void> {
  const { process } = processes.start({ kind: 'restore', module: MODULE, env: globalThis.process.env, output: 'inherit', heapMb: HEAP_MB })
  const ended = once(process, 'exit')
  process.send({ ...settings, ...order } satisfies RestoreOrder, () => {})
  await ended
  const stored = await readRestore(db)
  if (isActive(stored)) await noteStopped(db, stored, now())
}

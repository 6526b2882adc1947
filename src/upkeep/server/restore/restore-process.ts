import { enableCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStorage } from '#media/server/index.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { endWithParent } from '#platform/process/end-with-parent.ts'
import { createLogger, type Logger } from '#platform/process/logger.ts'
import { projectFolder } from '#platform/process/project-folder.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import type { ChosenBackup } from '#upkeep/contract/restore.endpoints.ts'
import type { Secrets } from './prepare-archive.ts'
import { GATE_WAIT_MS } from './restore-gate.ts'
import { checkChosen, restoreChosen } from './run-restore.ts'

/** What the process that restores needs of the settings. */
export interface RestoreSettings extends Pick<Config, 'databaseUrl' | 'storage' | 'dataDir' | 'logLevel'> {
  /** Folder of the backups. */
  readonly folder: string
  readonly place: PlaceSettings | null
}

export interface RestoreOrder extends RestoreSettings {
  readonly chosen: ChosenBackup
  /** Null to restore what was checked. */
  readonly secrets: Secrets | null
}

async function work(order: RestoreOrder): Promise<void> {
  const logger = createLogger(order.logLevel)
  try {
    await using db = await openDatabaseOf(order)
    const { uploads, files } = await openStorage(order.storage)
    const parts = { ...order, db: db.db, uploads, files, logger, now: () => Date.now() }
    if (order.secrets) await checkChosen(parts, order.chosen, order.secrets)
    else await restoreChosen(parts, order.chosen, { pause: () => sleep(GATE_WAIT_MS) })
  } catch (error) {
    report(logger, error)
  } finally {
    process.disconnect()
  }
}

async function openDatabaseOf({ databaseUrl }: RestoreOrder) {
  const db = await openDatabase(databaseUrl)
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

const report = (logger: Logger, error: unknown) => logger.error({ err: error }, 'result of a restore not saved')

process.umask(0o077)
endWithParent()
enableCompileCache(fileURLToPath(new URL('dist/compiled', projectFolder)))
process.on('message', (order: RestoreOrder) => void work(order))

import { AppError } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { requireRecentSignIn } from '#accounts/server/index.ts'
import { findUpload } from '#media/server/index.ts'
import type { checkBackup, ChosenBackup, restoreEndpoints, RestoreState } from '#upkeep/contract/restore.endpoints.ts'
import type { SchemaOutput } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Backups } from '#upkeep/server/backup/open-backups.ts'
import type { Elsewhere } from '#upkeep/server/elsewhere/open-elsewhere.ts'
import { countPresent } from './count-present.ts'
import type { Restore } from './open-restore.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly logger: Logger
  readonly upkeep: { readonly restore: Restore; readonly backups: Backups; readonly elsewhere: Elsewhere }
}

/** Restores a backup from the browser (decision 79). */
export function restoreRoutes(dependencies: Dependencies): Handlers<typeof restoreEndpoints> {
  const { now, logger, upkeep } = dependencies
  const { restore } = upkeep
  const state = () => readState(dependencies)
  return {
    getRestore: state,

    async checkBackup({ body, viewer, session, write }) {
      await requireRecentSignIn({ now }, session)
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      const chosen = await findChosen(dependencies, body, viewer.id)
      await restore.check(chosen, { passphrase: body.passphrase, keyFile: body.keyFile })
      return state()
    },

    async startRestore({ session, viewer, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      const before = await state()
      await restore.start()
      logger.info({ userId: viewer.id, backup: before.chosen?.name }, 'restore of a backup begun')
      return { ...before, phase: 'restoring' }
    },

    async dropRestore({ session, write }) {
      await requireRecentSignIn({ now }, session)
      await write(async () => {})
      await restore.drop()
      return state()
    },

    async listCopies({ viewer, outside }) {
      await takeFromLimit(dependencies.db, RATE_LIMITS.backupPlacesPerUser, { key: viewer.id, now: now() })
      const copies = await outside(upkeep.elsewhere.listCopies)
      return { copies: copies.map(({ name, createdAt, bytes }) => ({ name, createdAt: toIso(createdAt), bytes })) }
    },
  }
}

async function readState({ db, now, upkeep: { restore, elsewhere } }: Dependencies): Promise<RestoreState> {
  const [{ phase, since, chosen, backup, failure }, present, { url }] = await Promise.all([
    restore.state(),
    countPresent(db, now()),
    elsewhere.state(),
  ])
  return { phase, since: since === null ? null : toIso(since), chosen, backup, failure, present, hasPlace: url !== null }
}

/** @throws gone */
async function findChosen(
  { db, upkeep }: Dependencies,
  { source, id, name, passphrase }: SchemaOutput<(typeof checkBackup)['body']>,
  userId: string,
): Promise<ChosenBackup> {
  if (source === 'elsewhere') return { source, id, name: id || 'the newest copy', isEncrypted: true }
  if (source === 'here') {
    const backup = await upkeep.backups.find(id)
    if (!backup) throw new AppError('gone', 'This backup is not on this machine any more.')
    return { source, id: backup.name, name: backup.name, isEncrypted: false }
  }
  const upload = await findUpload(db, id)
  if (upload?.kind !== 'import' || upload.user_id !== userId || upload.state !== 'received')
    throw new AppError('gone', 'This file is not here any more. Please choose it again.')
  return { source, id, name: name || 'the file', isEncrypted: passphrase !== '' }
}

import { AppError } from '#platform/contract/errors.ts'
import { findUpload } from '#media/server/index.ts'
import type { ChosenBackup, restoreEndpoints, RestoreState } from '#operations/contract/restore.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isNewBlog, requireNewBlog } from '#operations/server/backup/is-empty-blog.ts'
import type { Restore } from './open-restore.ts'

interface Dependencies {
  readonly db: Database
  readonly logger: Logger
  readonly operations: { readonly restore: Restore }
}

/** Puts a backup in place of a new blog. */
export function restoreRoutes({ db, logger, operations: { restore } }: Dependencies): Handlers<typeof restoreEndpoints> {
  const state = async (): Promise<RestoreState> => ({ ...(await restore.state()), isPossible: await isNewBlog(db) })

  /** @throws conflict, gone */
  async function begin(chosen: ChosenBackup, userId: string, isReplacing: boolean): Promise<RestoreState> {
    await requireNewBlog(db)
    await requireUpload(db, chosen.id, userId)
    await restore.begin({ chosen, isReplacing })
    return state()
  }

  return {
    getRestore: state,

    async checkBackup({ body, viewer, write }) {
      // An empty write, which counts against the rate limit.
      await write(async () => {})
      return begin(body, viewer.id, false)
    },

    async startRestore({ body, viewer, write }) {
      await write(async () => {})
      logger.info({ userId: viewer.id }, 'restore of a backup begun')
      return begin(body, viewer.id, true)
    },
  }
}

/** @throws gone */
async function requireUpload(db: Database, id: string, userId: string): Promise<void> {
  const upload = await findUpload(db, id)
  if (upload?.kind !== 'import' || upload.user_id !== userId || upload.state !== 'received')
    throw new AppError('gone', 'This file is not here any more. Please choose it again.')
}

import { AppError } from '#platform/contract/errors.ts'
import { DISK_RESERVE_BYTES } from '#media/contract/media-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Storage } from '#media/server/files/open-storage.ts'
import { hasConfirmedAddress } from './uploads.store.ts'

interface Parts {
  readonly db: Database
  readonly storage: Pick<Storage, 'freeBytes'>
  readonly isMailSetUp: boolean
}

const CONFIRM_FIRST = 'Please confirm your email address first: follow the link that we sent you. Then you can add a picture.'
const NO_ROOM = 'There is little room left on this blog, so only admins can add pictures for now.'

/** For all but admins. @throws forbidden while the disk is nearly full, or until the user has confirmed the mail address */
export async function requireUploader({ db, storage, isMailSetUp }: Parts, userId: string): Promise<void> {
  if (isMailSetUp && !(await hasConfirmedAddress(db, userId))) throw new AppError('forbidden', CONFIRM_FIRST)
  const freeBytes = await storage.freeBytes()
  if (freeBytes !== null && freeBytes < DISK_RESERVE_BYTES) throw new AppError('forbidden', NO_ROOM)
}

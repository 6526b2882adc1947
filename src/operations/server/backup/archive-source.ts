import { createReadStream } from 'node:fs'
import type { OpenedKey } from '#operations/server/off-site/backup-key.ts'
import { decrypt } from '#operations/server/off-site/encrypt-backup.ts'

/** Where a backup is read from, several times from its beginning. */
export interface ArchiveSource {
  /** As people know it. */
  readonly name: string
  readonly open: () => AsyncIterable<Uint8Array>
}

export const fileSource = (path: string): ArchiveSource => ({
  name: path,
  open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
})

/** Decrypts on its way: nothing is written in the clear. */
export const decryptedSource = ({ name, open }: ArchiveSource, keys: readonly OpenedKey[]): ArchiveSource => ({
  name,
  open: () => decrypt(open(), keys),
})

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { chooseExpiredCopies, copyName } from '#operations/server/backup/backup-names.ts'
import { type BackupKey, keyFileName } from './backup-key.ts'
import { type BackupPlace, placeError } from './backup-place.ts'
import { encryptFile } from './encrypt-backup.ts'

interface CopyOrder {
  readonly place: BackupPlace
  readonly key: BackupKey
  /** Path of the backup on this machine. */
  readonly path: string
  readonly now: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Encrypts a backup into the bucket, reads it back and compares size and checksum, then deletes what the rule does not
 * keep. Needs the memory of a few blocks, whatever the size.
 * @returns the size of the copy
 */
export async function copyBackup({ place, key, path, now, signal }: CopyOrder): Promise<number> {
  const name = copyName(basename(path))
  const present = (await place.list()).map((file) => file.name)
  if (!present.includes(keyFileName(key.recipient))) await placeKeyFile(place, key)
  const { bytes, stream } = await encryptFile(path, key.recipient)
  const written = createHash('sha256')
  await place.write(name, watched(stream, { hash: written, signal }), bytes)
  const read = createHash('sha256')
  let length = 0
  for await (const chunk of watched(place.read(name), { hash: read, signal })) length += chunk.byteLength
  if (length !== bytes || read.digest('hex') !== written.digest('hex')) {
    await place.remove(name)
    throw placeError('The copy is not what was sent, and was deleted again.')
  }
  for (const expired of chooseExpiredCopies([...new Set([...present, name])], now)) await place.remove(expired)
  return bytes
}

/** The key file lies beside the backups, so that they and the paper with the passphrase are all that a restore needs. */
export async function placeKeyFile(place: BackupPlace, { recipient, keyFile }: BackupKey): Promise<void> {
  const bytes = Buffer.from(keyFile)
  await place.write(keyFileName(recipient), oneChunk(bytes), bytes.byteLength)
}

export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* watched(
  source: AsyncIterable<Uint8Array>,
  { hash, signal }: { readonly hash: ReturnType<typeof createHash>; readonly signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal?.throwIfAborted()
    hash.update(chunk)
    yield chunk
  }
}

/** Recognises a backup by its first bytes. The browser checks before the upload; the server reads all of it after it. */

/** Number of leading bytes that {@link readBackupHead} needs. */
export const BACKUP_HEAD_BYTES = 512

/** The first bytes of every file that the program age writes. */
export const AGE_HEAD = 'age-encryption.org/v1'
/** Name of the first member of every backup. */
const FIRST_MEMBER = 'kindred-backup.json'

/** @returns what the file is; null if it is no backup */
export function readBackupHead(bytes: Uint8Array): 'plain' | 'encrypted' | null {
  const text = Array.from(bytes.subarray(0, BACKUP_HEAD_BYTES), (byte) => String.fromCodePoint(byte)).join('')
  if (text.startsWith(AGE_HEAD)) return 'encrypted'
  return text.startsWith(`${FIRST_MEMBER}\0`) ? 'plain' : null
}

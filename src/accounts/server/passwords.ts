import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { normalizePassword } from '#accounts/contract/account-fields.ts'
import { PASSWORD_MAX_LENGTH } from '#accounts/contract/account-limits.ts'

/** Each hash takes a whole core for some 25 ms; one core stays free for readers. */
const queue = pLimit(Math.max(1, availableParallelism() - 1))

/** argon2id with the library's defaults: 19 MiB, two passes, off the event loop. */
export const hashPassword = (password: string): Promise<string> => queue(() => hash(normalizePassword(password)))

let decoyHash: Promise<string> | undefined

/** Checks a password, in the same time whether there is a hash or not. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  // Hash of a password that is too long to be set. Also awaited for existing accounts, so that timing does not reveal them.
  const decoy = await (decoyHash ??= hash('\0'.repeat(PASSWORD_MAX_LENGTH + 1)))
  const normalized = normalizePassword(password)
  let matches = await queue(() => verify(storedHash ?? decoy, normalized))
  // Hashes of before may be of what was typed.
  if (!matches && password !== normalized) matches = await queue(() => verify(storedHash ?? decoy, password))
  return matches && Boolean(storedHash)
}

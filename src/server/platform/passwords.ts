import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts'

/** argon2id with the library's defaults: 19 MiB, two passes, off the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash of nothing anyone can type, so that an unknown account costs the same time as a known one. */
const DECOY_HASH = await hash('\0'.repeat(PASSWORD_MAX_LENGTH + 1))

/** Takes the same time whether there is a hash or not. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? DECOY_HASH, password)
  return matches && Boolean(storedHash)
}

import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts'
import { takeTurns } from './take-turns.ts'

/** Each takes a whole core for some 25 ms; one core stays for those who read. */
const inTurn = takeTurns(Math.max(1, availableParallelism() - 1))

/** argon2id with the library's defaults: 19 MiB, two passes, off the event loop. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/** A hash of nothing anyone can type, so that an unknown account costs the same time as a known one. Nobody has to wait for it to start. */
const decoyHash = hash('\0'.repeat(PASSWORD_MAX_LENGTH + 1))

/** Takes the same time whether there is a hash or not. */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const known = storedHash ?? (await decoyHash)
  const matches = await inTurn(() => verify(known, password))
  return matches && Boolean(storedHash)
}

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { AppError } from '#platform/contract/errors.ts'
import type { OpenedKey } from './backup-key.ts'

/** The file as `age` encrypts it, in chunks of 64 KB, and the exact size of that. */
export async function encryptFile(
  path: string,
  recipient: string,
): Promise<{ readonly bytes: number; readonly stream: AsyncIterable<Uint8Array> }> {
  const { Encrypter } = await import('age-encryption')
  const { size } = await stat(path)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  // A file that grows meanwhile must not change the announced size.
  const encrypted = await encrypter.encrypt(toWeb(createReadStream(path, { end: Math.max(0, size - 1) })))
  return { bytes: encrypted.size(size), stream: encrypted }
}

/** Node's own conversion throws outside of any promise when a reader stops early. */
const toWeb = (source: AsyncIterable<Uint8Array>) => WebStream.from(source) as ReadableStream<Uint8Array>

const NOT_OF_THIS_KEY = 'This backup was encrypted with another passphrase.'
const CHANGED = 'It was changed or cut off since it was written: this backup cannot be used. Please take another one.'

/** @throws bad_request for another key, and for a file that is not whole or was changed */
export async function* decrypt(source: AsyncIterable<Uint8Array>, keys: readonly OpenedKey[]): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const { identity } of keys) decrypter.addIdentity(identity)
  let failure: unknown
  // The library must not see errors of the connection: they are not about the content.
  async function* guarded() {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    yield* await decrypter.decrypt(toWeb(guarded()))
  } catch (error) {
    if (failure !== undefined) throw failure
    throw new AppError('bad_request', /no identity matched/i.test((error as Error).message) ? NOT_OF_THIS_KEY : CHANGED)
  }
}

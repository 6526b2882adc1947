import { buffer } from 'node:stream/consumers'
import { ReadableStream, type ReadableWritablePair } from 'node:stream/web'
import { createTarDecoder, type ParsedTarEntry, type TarHeader } from 'modern-tar'
import { AppError } from '#platform/contract/errors.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import { MEMBER_MAX_BYTES, type MemberKind, parseMemberName } from './archive-format.ts'
import type { ArchiveSource } from './archive-source.ts'

/** Read its content to the end before the next member. */
export interface ArchiveMember {
  readonly name: string
  readonly is: MemberKind
  readonly size: number
  readonly stream: AsyncIterable<Uint8Array>
  readonly bytes: () => Promise<Buffer>
}

/** Creates the error for a file that is no backup, or an incomplete one. */
export const brokenArchive = (message: string): AppError => new AppError('bad_request', message)

export const CUT_OFF = 'It ends too early: the file was cut off, or was never whole.'

/** What the decoder throws within a member meets whoever reads the member. */
export const isCutOff = (error: unknown): boolean => /truncated/i.test((error as Error).message)

/**
 * Yields the members one after the other.
 * @throws bad_request for unknown, duplicate or oversized members
 */
export async function* readArchive({ name: source, open }: ArchiveSource): AsyncGenerator<ArchiveMember> {
  const names = new Set<string>()
  try {
    const decoder = createTarDecoder({ strict: true }) as ReadableWritablePair<ParsedTarEntry, Uint8Array>
    for await (const { header, body } of ReadableStream.from(open()).pipeThrough(decoder)) {
      const { name, size } = header
      const is = checkHeader(header)
      if (names.has(name)) throw brokenArchive(`It has the member ${JSON.stringify(name)} twice.`)
      names.add(name)
      const stream = body as AsyncIterable<Uint8Array>
      yield { name, is, size, stream, bytes: () => buffer(stream) }
    }
  } catch (error) {
    throw explainReading(error, source)
  }
}

function checkHeader(header: TarHeader): MemberKind {
  const is = parseMemberName(header.name)
  // Names can be long and hostile: shorten and quote them in messages.
  const shown = JSON.stringify(header.name.slice(0, 120))
  if (!is || header.type !== 'file') throw brokenArchive(`It has a member ${shown} that no backup has.`)
  if (header.size > MEMBER_MAX_BYTES[is.kind]) throw brokenArchive(`Its member ${shown} is larger than anything in a backup.`)
  return is
}

function explainReading(error: unknown, source: string): unknown {
  if (error instanceof AppError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const explained = explainFileError(error)
  if (explained) return explained
  if (code !== undefined) return new AppError('bad_request', `${source} could not be read (${code}).`)
  if (isCutOff(error)) return brokenArchive(CUT_OFF)
  return brokenArchive(`It is no backup of Kindred, or it is damaged (${message}).`)
}

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
    for await (const { header, body } of ReadableStream.from(withoutZip(open())).pipeThrough(decoder)) {
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

const ZIP_HEAD = Buffer.from('PK\u0003\u0004')
const IS_ZIP =
  'It is a zip file, such as an export of a blog. That one is imported: npm run blog -- import FILE. A backup is a file that ends in .tar.'

/** An export often lies beside the backups. @throws bad_request */
async function* withoutZip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of source) {
    if (isFirst && ZIP_HEAD.equals(chunk.subarray(0, ZIP_HEAD.byteLength))) throw brokenArchive(IS_ZIP)
    isFirst = false
    yield chunk
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

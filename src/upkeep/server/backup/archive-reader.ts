import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableWritablePair } from 'node:stream/web'
import { createTarDecoder, type ParsedTarEntry, type TarHeader } from 'modern-tar'
import { AppError } from '#platform/contract/errors.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import {
  FILE_MAX_BYTES,
  MEMBER_MAX_BYTES,
  type MemberKind,
  parseMemberName,
  STREAMED_FROM_BYTES,
  SUMS_MAX_BYTES,
} from './archive-format.ts'

interface Member {
  readonly name: string
  readonly is: MemberKind
  readonly size: number
}

/** A member that is in memory. */
export interface ArchiveMember extends Member {
  readonly bytes: Buffer
}

/** A file that is too large for memory. Read its stream to the end before the next member. */
export interface LargeMember extends Member {
  readonly is: Extract<MemberKind, { kind: 'file' }>
  readonly stream: AsyncIterable<Uint8Array>
}

/** Creates the error for a file that is no backup, or an incomplete one. */
export const brokenArchive = (message: string): AppError => new AppError('bad_request', message)

/**
 * Yields the members one after the other, large files as streams.
 * @throws bad_request for unknown, duplicate or oversized members
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveMember | LargeMember> {
  const names = new Set<string>()
  try {
    const source = Readable.toWeb(createReadStream(path, { highWaterMark: 256 * 1024 }))
    const decoder = createTarDecoder({ strict: true }) as ReadableWritablePair<ParsedTarEntry, Uint8Array>
    for await (const { header, body } of source.pipeThrough(decoder)) {
      const is = checkHeader(header)
      if (names.has(header.name)) throw brokenArchive(`It has the member ${JSON.stringify(header.name)} twice.`)
      names.add(header.name)
      const { name, size } = header
      const stream = body as AsyncIterable<Uint8Array>
      if (is.kind === 'file' && size > STREAMED_FROM_BYTES) yield { name, is, size, stream }
      else yield { name, is, size, bytes: await buffer(stream) }
    }
  } catch (error) {
    throw explainReading(error, path)
  }
}

function checkHeader(header: TarHeader): MemberKind {
  const is = parseMemberName(header.name)
  // Names can be long and hostile: shorten and quote them in messages.
  const shown = JSON.stringify(header.name.slice(0, 120))
  if (!is || header.type !== 'file') throw brokenArchive(`It has a member ${shown} that no backup has.`)
  const max = { sums: SUMS_MAX_BYTES, file: FILE_MAX_BYTES, head: MEMBER_MAX_BYTES, part: MEMBER_MAX_BYTES, manifest: MEMBER_MAX_BYTES }[
    is.kind
  ]
  if (header.size > max) throw brokenArchive(`Its member ${shown} is larger than anything in a backup.`)
  return is
}

function explainReading(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const explained = explainFileError(error, path)
  if (explained) return explained
  if (code !== undefined) return new AppError('bad_request', `${path} could not be read (${code}).`)
  if (/truncated/i.test(message)) return brokenArchive('It ends too early: the file was cut off, or was never whole.')
  return brokenArchive(`It is no backup of Kindred, or it is damaged (${message}).`)
}

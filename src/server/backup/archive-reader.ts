import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableWritablePair } from 'node:stream/web'
import { createTarDecoder, type ParsedTarEntry, type TarHeader } from 'modern-tar'
import { AppError } from '#contract/errors.ts'
import { MEMBER_MAX_BYTES, type MemberKind, parseMemberName, SUMS_MAX_BYTES } from './archive-format.ts'

export interface ArchiveMember {
  readonly name: string
  readonly is: MemberKind
  readonly bytes: Buffer
}

/** What stops a reader: the file is no backup, or not a whole one. */
export const brokenArchive = (message: string): AppError => new AppError('bad_request', message)

/**
 * Members one after the other, each whole in memory and none larger than it may be.
 * @throws bad_request for anything that no backup of ours looks like
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveMember> {
  const names = new Set<string>()
  try {
    const source = Readable.toWeb(createReadStream(path, { highWaterMark: 256 * 1024 }))
    const decoder = createTarDecoder({ strict: true }) as ReadableWritablePair<ParsedTarEntry, Uint8Array>
    for await (const { header, body } of source.pipeThrough(decoder)) {
      const is = judgeHeader(header)
      if (names.has(header.name)) throw brokenArchive(`It has the member ${JSON.stringify(header.name)} twice.`)
      names.add(header.name)
      yield { name: header.name, is, bytes: await buffer(body as AsyncIterable<Uint8Array>) }
    }
  } catch (error) {
    throw explainReading(error, path)
  }
}

function judgeHeader(header: TarHeader): MemberKind {
  const is = parseMemberName(header.name)
  // Names can be long and hostile; what is shown of one is short and quoted.
  const shown = JSON.stringify(header.name.slice(0, 120))
  if (!is || header.type !== 'file') throw brokenArchive(`It has a member ${shown} that no backup has.`)
  const max = is.kind === 'sums' ? SUMS_MAX_BYTES : MEMBER_MAX_BYTES
  if (header.size > max) throw brokenArchive(`Its member ${shown} is larger than anything in a backup.`)
  return is
}

function explainReading(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new AppError('not_found', `There is no file ${path}.`)
  if (code !== undefined) return new AppError('bad_request', `${path} could not be read (${code}).`)
  if (/truncated/i.test(message)) return brokenArchive('It ends too early: the file was cut off, or was never whole.')
  return brokenArchive(`It is no backup of Kindred, or it is damaged (${message}).`)
}

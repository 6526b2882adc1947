import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export interface ArchiveFile {
  /** Within the archive, with slashes. */
  readonly path: string
  /** In milliseconds since 1970. */
  readonly changedAt: number
  /** Text, or what opens a file that is compressed already; undefined when it has been deleted since. Under 4 GB. */
  readonly content: string | (() => Promise<Readable | undefined>)
}

/** The format has no earlier time, but a text may be older: one about a grandmother's childhood. */
const FIRST_TIME = Date.UTC(1980, 0, 2)

/** Writes a zip file at the pace of its reader: one file is open at a time. */
export async function* writeZip(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  writeFiles(zip, files).catch((error: unknown) => output.destroy(error as Error))
  yield* output as AsyncIterable<Uint8Array>
}

async function writeFiles(zip: ZipFile, files: AsyncIterable<ArchiveFile>): Promise<void> {
  let source: Readable | undefined
  // A client may leave at any time.
  zip.outputStream.once('close', () => source?.destroy())
  for await (const { path, changedAt, content } of files) {
    const isText = typeof content === 'string'
    source = isText ? Readable.from([Buffer.from(content)]) : await content()
    if (source === undefined) continue
    zip.addReadStream(source, path, { mtime: new Date(Math.max(changedAt, FIRST_TIME)), compress: isText })
    await finished(source)
  }
  zip.end()
}

import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createTarPacker } from 'modern-tar'
import { AppError } from '#platform/contract/errors.ts'
import { sync } from '#platform/storage/durable-files.ts'
import { type BackupManifest, MANIFEST_NAME, SUMS_NAME } from './archive-format.ts'

/** Unfinished archives begin with a dot and have this ending, so leftovers of a killed process are recognised. */
export const PARTIAL_NAME = /^\..+\.[0-9a-f]{12}\.backup-part$/

/** Writes an archive member by member. The file gets its name when it is complete and on the disk. */
export class ArchiveWriter {
  readonly #path: string
  readonly #temporary: string
  readonly #handle: FileHandle
  readonly #packer = createTarPacker()
  readonly #written: Promise<void>
  readonly #sums: string[] = []

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.#path = path
    this.#temporary = temporary
    this.#handle = handle
    this.#written = handle.writeFile(this.#packer.readable)
    // The next call of `add` throws the error.
    this.#written.catch(() => {})
  }

  /** @throws conflict when there is a file of that name already */
  static async create(path: string): Promise<ArchiveWriter> {
    await requireFree(path)
    const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.backup-part`)
    // Readable for its owner only: a backup contains password hashes.
    return new ArchiveWriter(path, temporary, await open(temporary, 'wx', 0o600))
  }

  add(name: string, bytes: Uint8Array): Promise<void> {
    return this.addChunks(name, bytes.byteLength, [bytes])
  }

  /** @throws when its size differs from `size`; the archive is then unusable */
  async addChunks(name: string, size: number, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    let written = 0
    const writer = await this.#packed(() => this.#packer.controller.add({ name, size, mode: 0o600, type: 'file' }).getWriter())
    for await (const chunk of chunks) {
      hash.update(chunk)
      written += chunk.byteLength
      if (written <= size) await this.#packed(() => writer.write(chunk))
    }
    if (written !== size) throw new AppError('unavailable', `${name} is not as long as it should be. No backup was made.`)
    await this.#packed(() => writer.close())
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  /** Closes the archive and gives it its name. @returns its size in bytes */
  async finish(manifest: Omit<BackupManifest, 'sums'>): Promise<number> {
    const sums = Buffer.from(this.#sums.join(''))
    await this.add(SUMS_NAME, sums)
    const whole: BackupManifest = { ...manifest, sums: sha256(sums) }
    await this.add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(whole, null, 2)}\n`))
    this.#packer.controller.finalize()
    await this.#written
    await this.#handle.sync()
    const { size } = await this.#handle.stat()
    await this.#handle.close()
    await requireFree(this.#path)
    await rename(this.#temporary, this.#path)
    await sync(dirname(this.#path))
    return size
  }

  /** Deletes the partial file. */
  async abandon(): Promise<void> {
    this.#packer.controller.error(new Error('abandoned'))
    await this.#written.catch(() => {})
    await this.#handle.close().catch(() => {})
    await rm(this.#temporary, { force: true })
  }

  async #packed<T>(step: () => T | Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      // On a full disk the packer only reports that its output is not read; throw the disk's error instead.
      await this.#written
      throw error
    }
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function requireFree(path: string): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new AppError('conflict', `There is a file ${path} already; nothing was written.`)
}

import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readFileAddress } from '#media/contract/file-address.ts'
import { printKey, readPictureAddress } from '#media/contract/picture-address.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { writeItem } from './write-wxr.ts'

const OWN_ADDRESS = /\/files\/[\w-]{16}\/[\w.-]+/g

interface UploadsParts {
  readonly files: FileStore
  /** Folder for the copies. */
  readonly folder: string
  /** Folder for print copies, which nobody should serve. */
  readonly prints: string
  readonly publicUrl: string
  readonly newId: () => number
  readonly timeZone: string
}

/** An item that shows pictures and files. */
export interface Holder {
  /** Used in problems. */
  readonly title: string
  /** Number of the item; 0 for the blog itself. */
  readonly id: number
  readonly author: string
  readonly at: number
  readonly texts: readonly string[]
}

/** Writes pictures and files as attachments, each once, with a copy next to the export. */
export class WxrUploads {
  readonly problems: string[] = []
  readonly #parts: UploadsParts
  /** Numbers by address; null if the storage has no such file. */
  readonly #ids = new Map<string, number | null>()

  constructor(parts: UploadsParts) {
    this.#parts = parts
  }

  get count(): number {
    return [...this.#ids.values()].filter((id) => id !== null).length
  }

  /** Returns undefined for addresses of other pictures and files. */
  idOf(address: string | null): number | undefined {
    return (address === null ? null : this.#ids.get(address)) ?? undefined
  }

  /** Adds the pictures and files in `texts`. @returns items for the new ones */
  async add({ title, id: parent, author, at, texts }: Holder): Promise<string[]> {
    const items: string[] = []
    for (const address of new Set(texts.flatMap((text) => text.match(OWN_ADDRESS) ?? []))) {
      const name = readPictureAddress(address)?.name ?? readFileAddress(address)?.name
      if (this.#ids.has(address)) continue
      const isThere = name !== undefined && (await this.#copy(address.slice('/files/'.length)))
      if (!isThere) {
        this.#ids.set(address, null)
        this.problems.push(`${title}: ${address} is not in the storage`)
        continue
      }
      const id = this.#parts.newId()
      this.#ids.set(address, id)
      items.push(this.#write(address, { id, name: name.replace(/^\d{13}-/, ''), parent, author, at }))
    }
    return items
  }

  #write(
    address: string,
    { id, name, parent, author, at }: { id: number; name: string; parent: number; author: string; at: number },
  ): string {
    const { publicUrl, timeZone } = this.#parts
    const url = publicUrl + address
    const item = { id, type: 'attachment', status: 'inherit', title: name, slug: `${name}-${id}`, link: url, author, at } as const
    return writeItem({ ...item, updatedAt: at, timeZone, parent, more: [`<wp:attachment_url><![CDATA[${url}]]></wp:attachment_url>`] })
  }

  /** Copies a file, and the print copy of a picture. @returns false if there is no such file */
  async #copy(key: string): Promise<boolean> {
    const { folder, prints } = this.#parts
    if (!(await this.#stream(key, join(folder, key)))) return false
    const picture = readPictureAddress(`/files/${key}`)
    if (picture) await this.#stream(printKey(picture.folder), join(prints, `${picture.folder}.jpeg`))
    return true
  }

  async #stream(key: string, path: string): Promise<boolean> {
    const file = await this.#parts.files.find(key)
    const bytes = await file?.open()
    if (bytes === undefined) return false
    await mkdir(dirname(path), { recursive: true })
    await pipeline(bytes, createWriteStream(path))
    return true
  }
}

import { readFileAddress, readableFileName } from '#media/contract/file-address.ts'
import { readPictureAddress, sourceKey } from '#media/contract/picture-address.ts'
import type { ArchiveFile } from '#import-export/server/formats/write-zip.ts'
import type { FileStore } from '#platform/storage/file-store.ts'

const FILE_ADDRESS = /\/files\/[\w-]{16}\/[\w.-]+/g

/** Files of a text, which lie beside it in the archive. */
export interface TextFiles {
  readonly copies: readonly ArchiveFile[]
  /** Name of the copy by address. */
  readonly names: ReadonlyMap<string, string>
  /** Addresses that the storage has no file for. */
  readonly missing: readonly string[]
}

interface Place {
  readonly files: FileStore
  readonly folder: string
  readonly changedAt: number
}

/** Lists the pictures and files that texts name; of a photo its source, which is in print size. */
export async function listTextFiles({ files, folder, changedAt }: Place, texts: readonly string[]): Promise<TextFiles> {
  const copies: ArchiveFile[] = []
  const names = new Map<string, string>()
  const missing: string[] = []
  const addCopy = async (key: string, name: string) => {
    const file = await files.find(key)
    if (file) copies.push({ path: `${folder}/${name}`, changedAt, content: () => file.open() })
    return file !== undefined
  }
  for (const address of new Set(texts.flatMap((text) => text.match(FILE_ADDRESS) ?? []))) {
    const name = freeName(address, new Set(names.values()))
    const picture = readPictureAddress(address)
    const hasCopy =
      name !== null &&
      ((picture && (await addCopy(sourceKey(picture.folder), name))) || (await addCopy(address.slice('/files/'.length), name)))
    if (hasCopy) names.set(address, name)
    else missing.push(address)
  }
  return { copies, names, missing }
}

/** @returns null if the address is no picture or file */
function freeName(address: string, taken: ReadonlySet<string>): string | null {
  const picture = readPictureAddress(address)
  const file = readFileAddress(address)
  if (picture === null && file === null) return null
  // The stored name begins with the time of the upload. File systems may take two letter cases for one.
  const whole = file ? readableFileName(file) : `${picture?.name.replace(/^\d{13}-/, '')}.${picture?.format}`
  const [stem, ending] = [whole.replace(/\.\w+$/, ''), /\.\w+$/.exec(whole)?.[0] ?? '']
  const isTaken = (name: string) => [...taken].some((other) => other.toLowerCase() === name.toLowerCase())
  let name = whole
  for (let number = 2; isTaken(name); number += 1) name = `${stem}-${number}${ending}`
  return name
}

/** Replaces addresses in links and sources of Markdown, and of HTML within it, but not in words. */
export const withFileNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/(\]\(<?|\bsrc="|\bhref="|\bposter=")(\/files\/[\w-]{16}\/[\w.-]+)/g, (whole, before: string, address: string) => {
    const name = names.get(address)
    return name === undefined ? whole : `${before}${name}`
  })

import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readFileAddress } from '#media/contract/file-address.ts'
import { printKey, readPictureAddress } from '#media/contract/picture-address.ts'
import type { FileStore } from '#platform/storage/file-store.ts'

const PICTURE_ADDRESS = /\/files\/[\w-]{16}\/[\w.-]+/g

interface PicturePlace {
  readonly files: FileStore
  readonly folder: string
}

/** Writes the pictures and files that texts name. @returns file name by address; the address itself if the storage has no such file */
export async function exportPictures({ files, folder }: PicturePlace, texts: readonly string[]): Promise<Map<string, string>> {
  const addresses = new Set(texts.flatMap((text) => text.match(PICTURE_ADDRESS) ?? []))
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const address of addresses) {
    const name = freeName(address, taken)
    const isWritten = name !== null && (await copyOut(files, address, join(folder, name)))
    names.set(address, isWritten ? name : address)
    if (!isWritten) continue
    taken.add(name)
    await copyPrint(files, address, join(folder, name))
  }
  return names
}

/** @returns null if the address is no picture or file */
function freeName(address: string, taken: ReadonlySet<string>): string | null {
  const picture = readPictureAddress(address)
  const stored = picture ? { name: picture.name, ending: picture.format } : readFileAddress(address)
  if (stored === null) return null
  // The name begins with the time of the upload.
  const stem = stored.name.replace(/^\d{13}-/, '')
  let name = `${stem}.${stored.ending}`
  for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.${stored.ending}`
  return name
}

/** Writes the print copy of a picture beside it: `window-print.jpeg` beside `window.jpg`. */
async function copyPrint(files: FileStore, address: string, path: string): Promise<void> {
  const picture = readPictureAddress(address)
  const bytes = picture ? await files.read(printKey(picture.folder)) : undefined
  if (bytes) await writeFile(path.replace(/\.\w+$/, '-print.jpeg'), bytes)
}

/** Copies a file, into memory only if it is a picture. @returns false if the storage has no such file */
async function copyOut(files: FileStore, address: string, path: string): Promise<boolean> {
  const key = address.slice('/files/'.length)
  if (readFileAddress(address) === null) {
    const bytes = await files.read(key)
    if (bytes) await writeFile(path, bytes)
    return bytes !== undefined
  }
  const stream = await (await files.find(key))?.open()
  if (stream) await pipeline(stream, createWriteStream(path))
  return stream !== undefined
}

/** Replaces addresses in links and sources of Markdown or HTML, and not in plain text. */
export const withFileNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/(\]\(<?|\bsrc="|\bhref="|\bposter=")(\/files\/[\w-]{16}\/[\w.-]+)/g, (whole, before: string, address: string) => {
    const name = names.get(address)
    return name === undefined ? whole : `${before}${name}`
  })

/** Paths of pictures and files within the export, by address. */
export type Places = Map<string, string>

/** @param folder path of the files from the root of the export */
export function addPlaces(places: Places, folder: string, names: ReadonlyMap<string, string>): void {
  for (const [address, name] of names) if (name !== address) places.set(address, `/${folder}/${name}`)
}

export const countWritten = (names: ReadonlyMap<string, string>): number => [...names].filter(([address, name]) => name !== address).length

/** Returns a line for each missing picture or file. */
export const problemsOf = (title: string, names: ReadonlyMap<string, string>): string[] =>
  [...names].flatMap(([address, name]) =>
    name === address ? [`${title}: the ${readFileAddress(address) === null ? 'picture' : 'file'} ${address} is not in the storage`] : [],
  )

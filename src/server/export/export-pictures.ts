import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPictureAddress } from '#contract/picture-address.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'

const PICTURE_ADDRESS = /\/files\/[\w-]{16}\/[\w.-]+/g

interface PicturePlace {
  readonly files: FileStore
  readonly folder: string
}

/** Writes the pictures that texts and addresses name. @returns file name by address; the address itself where the storage has no such file */
export async function exportPictures({ files, folder }: PicturePlace, texts: readonly string[]): Promise<Map<string, string>> {
  const addresses = new Set(texts.flatMap((text) => text.match(PICTURE_ADDRESS) ?? []))
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const address of addresses) {
    const picture = readPictureAddress(address)
    const bytes = picture && (await files.read(address.slice('/files/'.length)))
    if (!picture || !bytes) {
      names.set(address, address)
      continue
    }
    // What stands before the name is when it was sent.
    const stem = picture.name.replace(/^\d{13}-/, '')
    let name = `${stem}.${picture.format}`
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}.${picture.format}`
    taken.add(name)
    names.set(address, name)
    await writeFile(join(folder, name), bytes)
  }
  return names
}

/** Only where an address is one, in Markdown or in HTML: words stay. */
export const withFileNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/(\]\(<?|\bsrc="|\bhref=")(\/files\/[\w-]{16}\/[\w.-]+)/g, (whole, before: string, address: string) => {
    const name = names.get(address)
    return name === undefined ? whole : `${before}${name}`
  })

/** Where pictures and files are in the whole export, by their addresses. */
export type Places = Map<string, string>

/** @param folder of the names, from the root of the export */
export function addPlaces(places: Places, folder: string, names: ReadonlyMap<string, string>): void {
  for (const [address, name] of names) if (name !== address) places.set(address, `/${folder}/${name}`)
}

export const countWritten = (names: ReadonlyMap<string, string>): number => [...names].filter(([address, name]) => name !== address).length

/** A line for each picture that is missing. */
export const problemsOf = (title: string, names: ReadonlyMap<string, string>): string[] =>
  [...names].flatMap(([address, name]) => (name === address ? [`${title}: the picture ${address} is not in the storage`] : []))

import { isFileEnding, readableFileName, readFileAddress } from '#media/contract/file-address.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { endingOf } from '#media/server/index.ts'
import { decodePath } from '#posts/server/index.ts'

export const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address.replace(/[?#].*$/, ''))

/** Original name of a picture or file. Kindred stores them with the upload time before their name. */
export function nameOf(address: string): string {
  const path = pathOf(address)
  const file = readFileAddress(path)
  if (file) return readableFileName(file)
  return readPictureAddress(path)?.name.replace(/^\d{13}-/, '') ?? decodePath(path.slice(path.lastIndexOf('/') + 1))
}

/** Whether the blog stores files with the ending of this address. */
export const isFileAddress = (address: string): boolean => isFileEnding(endingOf(pathOf(address)))

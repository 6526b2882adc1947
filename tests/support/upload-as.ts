import type { Caller } from './call-as.ts'
import { plain } from './pictures.ts'
import { uploadPicture } from './tus.ts'

/** Uploads pictures of these sizes, each in one colour. @returns their addresses */
export async function uploadAs({ storageState }: Caller, sizes: readonly (readonly [number, number])[]): Promise<string[]> {
  const [session] = storageState.cookies
  const url = storageState.origins[0]!.origin
  const send = (address: string, { headers, ...init }: RequestInit) =>
    fetch(url + address, { ...init, headers: { ...(headers as object), cookie: `${session!.name}=${session!.value}` } })
  const addresses: string[] = []
  for (const [width, height] of sizes) {
    addresses.push(await uploadPicture({ send }, { kind: 'post', bytes: await plain(width, height).jpeg().toBuffer() }))
  }
  return addresses
}

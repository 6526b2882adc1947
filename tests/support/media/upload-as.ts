import type { Caller } from '#tests/support/blog/call-as.ts'
import { plain } from './pictures.ts'
import { uploadPicture } from './tus.ts'

/** Requests of a signed-in user. */
export function sendAs({ storageState }: Pick<Caller, 'storageState'>): (address: string, init: RequestInit) => Promise<Response> {
  const [session] = storageState.cookies
  const url = storageState.origins[0]!.origin
  return (address, { headers, ...init }) =>
    fetch(url + address, { ...init, headers: { ...(headers as object), cookie: `${session!.name}=${session!.value}` } })
}

/** Uploads pictures of these sizes, each in one colour. @returns their addresses */
export async function uploadAs(caller: Caller, sizes: readonly (readonly [number, number])[]): Promise<string[]> {
  const addresses: string[] = []
  for (const [width, height] of sizes) {
    const bytes = await plain(width, height).jpeg().toBuffer()
    addresses.push(await uploadPicture({ send: sendAs(caller) }, { kind: 'post', bytes }))
  }
  return addresses
}

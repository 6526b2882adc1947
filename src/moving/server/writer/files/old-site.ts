import { recordFileAddress } from '#posts/server/index.ts'
import { isOfSite } from '#moving/server/readers/site-folder.ts'
import type { Database } from '#platform/database/database.ts'

interface Imported {
  /** As written in the source. */
  readonly address: string
  readonly site: string | null
  /** New address in Kindred. */
  readonly url: string
}

/** Redirects from the address of a picture or file on the old blog to its new one. */
export async function recordAddress(db: Database, { address, site, url }: Imported): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(url) ?? []
  if (folder !== undefined && !address.startsWith('/files/') && isOfSite(address, site)) await recordFileAddress(db, address, folder)
}

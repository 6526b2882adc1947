import { keepFileAddress } from '#server/features/moved-addresses.ts'
import { isOfSite } from '#server/imports/is-of-site.ts'
import type { Database } from '#server/platform/database/database.ts'

interface Imported {
  /** As it stands in the source. */
  readonly address: string
  readonly site: string | null
  /** Of this blog. */
  readonly url: string
}

/** Leads from the address of a picture or file on the old blog to the one that was stored of it. */
export async function keepImportedAddress(db: Database, { address, site, url }: Imported): Promise<void> {
  const [, folder] = /^\/files\/([\w-]+)\//.exec(url) ?? []
  if (folder !== undefined && !address.startsWith('/files/') && isOfSite(address, site)) await keepFileAddress(db, address, folder)
}

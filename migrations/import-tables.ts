/** Address of an imported post on its former blog; read where nothing else has the address. */
export interface OldAddressesTable {
  /** As oldAddressKey() returns it. */
  path: string
  post_id: string
}

/** Address on a former blog of anything else; read where nothing else has the address. */
export interface MovedAddressesTable {
  /** As oldAddressKey() returns it. */
  path: string
  kind: 'search' | 'file' | 'page'
  /** The query of the search that shows the same; the folder of the picture or file; the id of the page. */
  target: string
}

/** What was imported from another blog, so that nothing is imported twice. */
export interface ImportedItemsTable {
  /** The blog, for instance `wordpress https://old.example.org`. */
  source: string
  kind: 'post' | 'comment' | 'picture' | 'file' | 'page' | 'cover' | 'person'
  /** Its id there; of pictures and files the address, of covers the id of the post. */
  source_id: string
  /** Our id; of pictures, files and covers the address. */
  target: string
}

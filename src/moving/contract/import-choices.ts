/** Parts of an export that are imported only on request. */
export const INCLUDABLE = ['drafts', 'pages', 'private', 'people', 'tags'] as const
export type Includable = (typeof INCLUDABLE)[number]

/** An admin's choices for an import. */
export interface ImportChoices {
  /** Address of the old blog for exports that lack it, without a trailing slash. */
  readonly site: string | null
  readonly include: readonly Includable[]
  /** Maps categories of the old blog (`theirs`) to categories of Kindred (`ours`). */
  readonly categories: readonly { readonly theirs: string; readonly ours: string }[]
  /** True to download pictures and files from the old blog. */
  readonly fetchesPictures: boolean
}

export const DEFAULT_CHOICES: ImportChoices = { site: null, include: [], categories: [], fetchesPictures: true }

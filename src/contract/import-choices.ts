/** What is imported only when it is asked for. */
export const INCLUDABLE = ['drafts', 'pages', 'private', 'people', 'tags'] as const
export type Includable = (typeof INCLUDABLE)[number]

/** What admins choose of an import. */
export interface ImportChoices {
  /** Where the old blog is, for exports that do not say; without a trailing slash. */
  readonly site: string | null
  readonly include: readonly Includable[]
  /** Categories there, and which of ours they become. */
  readonly categories: readonly { readonly theirs: string; readonly ours: string }[]
  /** Whether pictures and files are fetched from the old blog. */
  readonly fetchesPictures: boolean
}

export const DEFAULT_CHOICES: ImportChoices = { site: null, include: [], categories: [], fetchesPictures: true }

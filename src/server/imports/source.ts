/** What an import reads from, whatever its format: plain data, nothing of it judged yet. */
export interface Source {
  /** For people, for instance 'WordPress export of https://old.example.org'. */
  readonly title: string
  /** Names the blog in `imported_items`, the same for each export of it. */
  readonly key: string
  /** Where it stood, without a slash at the end; null where the file does not say. */
  readonly site: string | null
  /** Posts that can be taken over, in the order of the file. */
  readonly entries: readonly SourceEntry[]
  /** The same posts, whole, one at a time. */
  readonly posts: () => AsyncIterable<SourceItem>
}

/** A post whose texts are looked at only when it is its turn: what is wrong with them is wrong with this one alone. */
export interface SourceItem {
  readonly id: string
  /** @throws AppError */
  readonly read: () => SourcePost
}

export interface SourceEntry {
  readonly id: string
  /** The one it had; any text. */
  readonly slug: string | null
  readonly title: string
  /** Paths or whole addresses it was found at. */
  readonly addresses: readonly string[]
}

export interface SourcePost {
  readonly id: string
  /** Where the source is a blog like this one: its id there. */
  readonly ownId: string | null
  /** Plain text. */
  readonly title: string
  /** Body; addresses as they stand in the source. */
  readonly html: string
  /** Slugs that lead to it, besides its own. */
  readonly oldSlugs: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** Names or slugs, the most fitting first. */
  readonly categories: readonly string[]
  /** Address of the picture above the text. */
  readonly cover: string | null
  readonly author: SourceAuthor | null
  readonly comments: readonly SourceComment[]
  /** What the reader of this format could not say in HTML. */
  readonly notes: readonly Note[]
}

export interface SourceAuthor {
  readonly name: string
  /** Only compared with our accounts, never shown. */
  readonly email: string | null
}

export interface SourceComment {
  readonly id: string
  readonly ownId: string | null
  readonly name: string | null
  /** Plain text of any length. */
  readonly text: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly pending: boolean
}

/** Something that was not taken over as it was. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
}

/** Every kind of thing that an import can have to say, in the words of its report. */
export const NOTE_KINDS = {
  failed: 'Posts that could not be taken over',
  notPublished: 'Not published there, so not taken over',
  pages: 'Pages, which this blog does not have',
  otherItems: 'Other things that are no posts',
  picture: 'Pictures that could not be fetched; a link stands in their place',
  media: 'Embedded players and films; a link stands in their place',
  markup: 'Parts that could not be understood',
  title: 'Titles that were changed',
  slug: 'Addresses that were changed; the old ones lead to the new ones',
  category: 'Categories that are unknown here; their posts are uncategorized',
  tags: 'Tags and excerpts, which this blog does not have',
  author: 'Authors without an account of an admin here',
  comment: 'Comments that were left out',
  longComment: 'Comments that were longer than here and stand in several parts',
  likes: 'Likes, which belong to accounts and stay behind',
  deletedHere: 'Taken over before, and deleted here since',
} as const
export type NoteKind = keyof typeof NOTE_KINDS

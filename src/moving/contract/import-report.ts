import { z } from 'zod'

/** Kinds of notes about items that were not imported, or not unchanged, with their headings in reports. */
export const NOTE_KINDS = {
  failed: 'Posts that could not be taken over',
  notInFile: 'Not in this file',
  notPublished: 'Not taken over: drafts, and what not everyone could read',
  audience: 'Not for everyone in the old blog, and not here',
  pages: 'Pages, which were not taken over',
  people: 'People, who were not taken over as they were',
  otherItems: 'Other things that are no posts',
  toFetch: 'Pictures and files that will be fetched, by their site',
  picture: 'Pictures that could not be fetched; texts have a link in their place',
  file: 'Files, sound and film that could not be fetched; a link is in their place',
  media: 'Embedded players of other sites; a link is in their place',
  markup: 'Parts of texts that have no place here, with their words',
  excerpt: 'Excerpts, which are left out: lists here show the first words of a post',
  empty: 'Posts without a text; their title is in its place',
  pin: 'Posts at the top of the list there; only three fit here, so these are not pinned',
  title: 'Titles that were changed',
  slug: 'Addresses that were changed; the old ones lead to the new ones',
  category: 'Categories that are unknown here; their posts are uncategorized',
  tags: 'Tags that are no categories here',
  author: 'Authors without an account of an admin here',
  comment: 'Comments that were left out',
  likes: 'Likes, which belong to accounts and stay behind',
  deletedHere: 'Taken over before, and deleted here since',
  keptHere: 'Changed here since, or others here, and left as they are',
} as const
export type NoteKind = keyof typeof NOTE_KINDS

/** An item that could not be imported. Another run of the import tries again. */
export const missingItem = z.strictObject({
  what: z.enum(['post', 'cover', 'picture', 'file', 'comment', 'page', 'person', 'setting']),
  /** Title of the post or page, or of the post that the item belongs to; otherwise the item's name. */
  post: z.string(),
  /** The item's address on the old blog. */
  address: z.string().nullable(),
  why: z.string(),
})
export type MissingItem = z.output<typeof missingItem>

export const importCounts = z.strictObject({
  posts: z.int(),
  /** Posts that an earlier run imported. */
  alreadyThere: z.int(),
  /** Number of `alreadyThere` posts that got parts which an earlier run could not import. */
  mended: z.int(),
  drafts: z.int(),
  /** Posts that stand at the top of the list, as on the old blog; missing in reports of older versions. */
  pinned: z.int().default(0),
  comments: z.int(),
  pictures: z.int(),
  files: z.int(),
  redirects: z.int(),
  pages: z.int(),
  settings: z.int(),
  people: z.int(),
  followers: z.int(),
})
export type ImportCounts = z.output<typeof importCounts>

/** The result of an import or of a dry run. */
export const importReport = z.strictObject({
  /** Key of the old blog in `imported_items`; missing in reports of older versions. */
  source: z.string().optional(),
  isDryRun: z.boolean(),
  counts: importCounts,
  notes: z.array(
    z.strictObject({
      kind: z.enum(Object.keys(NOTE_KINDS) as [NoteKind, ...NoteKind[]]),
      count: z.int(),
      /** Truncated when there are very many. */
      lines: z.array(z.string()),
    }),
  ),
  /** Mapping of categories; `ours` is null when Kindred has no such category. */
  categories: z.array(z.strictObject({ theirs: z.string(), ours: z.string().nullable(), posts: z.int() })),
  missing: z.array(missingItem),
  missingCount: z.int(),
})
export type ImportReportData = z.output<typeof importReport>

import { z } from 'zod'

/** Kinds of notes about what did not come, or not unchanged, with their headings in reports. */
export const NOTE_KINDS = {
  failed: 'Posts and pages that could not be taken over',
  leftThere: 'Left there: what was in its trash, and drafts without a word',
  notInFile: 'Not in this file',
  audience: 'Not for everyone in the old blog, and not here',
  closed: 'For everyone in the old blog, and for the family here, because this blog is closed',
  otherItems: 'Other things that are no posts',
  picture: 'Pictures that could not be fetched; texts have a link in their place',
  file: 'Files, sound and film that could not be fetched; a link is in their place',
  media: 'Embedded players of other sites; a link is in their place',
  markup: 'Parts of texts that have no place here, with their words',
  excerpt: 'Excerpts, which are left out: lists here show the first words of a post',
  empty: 'Posts without a text; their title is in its place',
  pin: 'Posts at the top of the list there; only three fit here, so these are not pinned',
  title: 'Titles that were changed',
  slug: 'Addresses that were changed; the old ones lead to the new ones',
  category: 'Categories for which there is no room; they stand as words below their posts',
  tags: 'Tags that are no categories here',
  author: 'Authors without an account of an admin here',
  comment: 'Comments that were left out',
  people: 'Members who did not get the newsletter, and do not follow here',
  likes: 'Likes, which belong to accounts and stay behind',
  alreadyHere: 'Here already, from another file, and left as they are',
  keptHere: 'Changed or deleted here since, and left as they are',
} as const
export type NoteKind = keyof typeof NOTE_KINDS

/** An item that could not be imported. */
export const missingItem = z.strictObject({
  what: z.enum(['post', 'cover', 'picture', 'file', 'comment', 'page', 'setting']),
  /** Title of the post or page, or of the post that the item belongs to; otherwise the item's name. */
  post: z.string(),
  /** The item's address on the old blog. */
  address: z.string().nullable(),
  why: z.string(),
})
export type MissingItem = z.output<typeof missingItem>

export const importCounts = z.strictObject({
  posts: z.int(),
  drafts: z.int(),
  pages: z.int(),
  comments: z.int(),
  pictures: z.int(),
  files: z.int(),
  followers: z.int(),
  settings: z.int(),
  /** Posts that another import brought. */
  alreadyHere: z.int(),
})
export type ImportCounts = z.output<typeof importCounts>

/** What an import will bring, or has brought. */
export const importReport = z.strictObject({
  /** True if the file does not tell the address of its blog, where pictures may be. */
  asksForSite: z.boolean(),
  counts: importCounts,
  notes: z.array(
    z.strictObject({
      kind: z.enum(Object.keys(NOTE_KINDS) as [NoteKind, ...NoteKind[]]),
      count: z.int(),
      /** Truncated when there are very many. */
      lines: z.array(z.string()),
    }),
  ),
  missing: z.array(missingItem),
  missingCount: z.int(),
})
export type ImportReportData = z.output<typeof importReport>

import { z } from 'zod'
import { NOTE_KINDS, type NoteKind } from './note-kinds.ts'

export { NOTE_KINDS, type NoteKind }

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

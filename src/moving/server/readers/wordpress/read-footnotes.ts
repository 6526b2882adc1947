import { z } from 'zod'
import type { Footnote } from './surroundings.ts'

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** Reads the footnotes that WordPress stores as JSON in the post's metadata. @returns null if it is invalid */
export function readFootnotes(json: string | undefined): readonly Footnote[] | null {
  if (json === undefined || json.trim() === '') return []
  try {
    return footnotes.parse(JSON.parse(json))
  } catch {
    return null
  }
}

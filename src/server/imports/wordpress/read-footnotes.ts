import { z } from 'zod'
import type { Footnote } from './surroundings.ts'

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }))

/** Texts of footnotes, which WordPress stores beside the post as JSON. @returns null for what cannot be read */
export function readFootnotes(json: string | undefined): readonly Footnote[] | null {
  if (json === undefined || json.trim() === '') return []
  try {
    return footnotes.parse(JSON.parse(json))
  } catch {
    return null
  }
}

import { z } from 'zod'
import { AUDIENCES } from '#contract/audiences.ts'
import { FIXED_PAGE_IDS, PAGE_PLACES } from '#contract/blog-pages.ts'
import { readHeadAndText, writeHeadAndText } from './head-and-text.ts'

/** What stands above the text of an exported page. */
export const head = z.object({
  title: z.coerce.string(),
  /** Of a page that every blog has: which one. */
  page: z.enum(FIXED_PAGE_IDS).optional(),
  /** Of a page of the family's own: its address, and the menu that leads to it. */
  slug: z.coerce.string().optional(),
  menu: z.enum(PAGE_PLACES).optional(),
  /** Who may read it. */
  audience: z.enum(AUDIENCES).optional(),
  /** Within that menu. */
  position: z.number().optional(),
  updated: z.coerce.string().optional(),
  /** The blog's own id of the page. */
  id: z.coerce.string().optional(),
  /** Where it stood on a blog that it came from before. */
  oldAddresses: z.array(z.coerce.string()).optional(),
  /** `html` where the text below is no Markdown. */
  format: z.enum(['markdown', 'html']).optional(),
})
export type PageHead = z.output<typeof head>

export const writePageFile = (fields: PageHead, text: string): string => writeHeadAndText(fields, text)

/** @throws Error in words for the operator */
export function readPageFile(file: string): { head: PageHead; text: string } {
  const { fields, text } = readHeadAndText(file)
  return { head: head.parse(fields), text }
}

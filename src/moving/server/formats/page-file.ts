import { z } from 'zod'
import { archivedAudience } from './archived-audience.ts'
import { FIXED_PAGE_IDS, PAGE_PLACES } from '#site/contract/blog-pages.ts'
import { readHeadAndText, writeHeadAndText } from './head-and-text.ts'

/** Fields above the text of an exported page. */
export const head = z.object({
  title: z.coerce.string(),
  /** Id of a page that every blog has. */
  page: z.enum(FIXED_PAGE_IDS).optional(),
  /** Only for additional pages: address and menu. */
  slug: z.coerce.string().optional(),
  menu: z.enum(PAGE_PLACES).optional(),
  audience: archivedAudience.optional(),
  /** Position in the menu. */
  position: z.number().optional(),
  updated: z.coerce.string().optional(),
  /** Id of the page in the exported blog. */
  id: z.coerce.string().optional(),
  /** Addresses of the page on a former blog. */
  oldAddresses: z.array(z.coerce.string()).optional(),
  /** `html` if the text is no Markdown. */
  format: z.enum(['markdown', 'html']).optional(),
})
export type PageHead = z.output<typeof head>

export const writePageFile = (fields: PageHead, text: string): string => writeHeadAndText(fields, text)

/** @throws Error in words for the operator */
export function readPageFile(file: string): { head: PageHead; text: string } {
  const { fields, text } = readHeadAndText(file)
  return { head: head.parse(fields), text }
}

import type { Category } from '#site/contract/category-names.ts'
import { drawnCoverUrl } from '#media/server/index.ts'
import { coverOf } from '#posts/contract/cover.ts'

interface CoverRow {
  readonly id: string
  readonly category: Category
  readonly image_url: string | null
  readonly content: string
}

/** Returns the address of the cover that pages show: a drawing where there is no picture. */
export const shownCover = (row: CoverRow): string => coverOf(row.image_url, row.content) ?? drawnCoverUrl(row)

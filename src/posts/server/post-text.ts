import type { PostTextColumns } from '#migrations/schema.ts'
import type { PostTextFields } from '#posts/contract/post-text.ts'

/** Columns that are stored as they are sent, under the name of their field. */
export const PLAIN_TEXT_COLUMNS = ['title', 'category'] as const

/** Columns of the text of a post, in the tables of published, planned and deleted posts, versions and drafts. */
export const TEXT_COLUMNS = [...PLAIN_TEXT_COLUMNS, 'image_url', 'content'] as const

export const NO_TEXT: PostTextColumns = { title: '', category: 'uncategorized', image_url: null, content: '' }

const pick = <Row, Column extends keyof Row>(row: Row, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>

/** Returns only the text of a row. */
export const pickText = (row: PostTextColumns): PostTextColumns => pick(row, TEXT_COLUMNS)

/** @param image address of the cover to show */
export const toPostText = (row: PostTextColumns, image: string): PostTextFields => ({
  ...pick(row, PLAIN_TEXT_COLUMNS),
  image,
  content: row.content,
})

/** Whether the changes alter the text: each text of a published post is a version. */
export const isNewText = (before: PostTextColumns, changes: Partial<PostTextColumns>): boolean =>
  TEXT_COLUMNS.some((column) => changes[column] !== undefined && changes[column] !== before[column])

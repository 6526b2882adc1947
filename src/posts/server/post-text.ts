import type { Selectable } from 'kysely'
import type { PostTextColumns } from '#migrations/schema.ts'
import type { PostTextFields } from '#posts/contract/post-text.ts'

/** Columns that are stored as they are sent, under the name of their field. */
export const PLAIN_TEXT_COLUMNS = ['title', 'category'] as const

/** Columns of the text of a post, in the tables of posts, their versions and their unpublished changes. */
export const TEXT_COLUMNS = [...PLAIN_TEXT_COLUMNS, 'image_url', 'content'] as const

export type PostTextRow = Selectable<PostTextColumns>

/** Text of a new row; a field that is not named here may be missing. */
export type NewPostText = Pick<PostTextRow, 'title' | 'category' | 'image_url' | 'content'> & Partial<PostTextRow>

export const NO_TEXT: PostTextRow = { title: '', category: 'uncategorized', image_url: null, content: '' }

const pick = <Row, Column extends keyof Row>(row: Row, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>

/** Returns only the text of a row. */
export const pickText = (row: PostTextRow): PostTextRow => pick(row, TEXT_COLUMNS)

/** @param image address of the cover to show */
export const toPostText = (row: PostTextRow, image: string): PostTextFields => ({
  ...pick(row, PLAIN_TEXT_COLUMNS),
  image,
  content: row.content,
})

/** Whether the changes alter the text: each text of a published post is a version. */
export const isNewText = (before: PostTextRow, changes: Partial<PostTextRow>): boolean =>
  TEXT_COLUMNS.some((column) => changes[column] !== undefined && changes[column] !== before[column])

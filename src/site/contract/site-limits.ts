import { DAY_MS } from '#platform/contract/limits.ts'

/** Default maximum length of a comment, in UTF-16 units after trimming. */
export const COMMENT_MAX_LENGTH = 250
/** Values that admins may choose. Existing comments are never shortened. */
export const COMMENT_MAX_LENGTHS = [COMMENT_MAX_LENGTH, 1000, 5000] as const
export const EMAIL_MAX_LENGTH = 254
export const POST_TITLE_MAX_LENGTH = 200
export const IMAGE_URL_MAX_LENGTH = 500
/** Period that 'Last months' counts in the dashboard. */
export const LAST_MONTH_MS = 30 * DAY_MS
/** Length of the note with a request for an account. */
export const NOTE_MAX_LENGTH = 500
/** Accounts outside the family that the settings list, and that can be let in there. */
export const LISTED_OUTSIDERS_MAX = 100
/** Maximum length of the blog's name, mark and author, and of footer link labels, in characters. */
export const BLOG_LINE_MAX_LENGTH = 60
/** Number of footer links, and maximum length of their addresses. */
export const LINKS_MAX = 6
export const LINK_MAX_LENGTH = 300
export const HOME_PICTURE_TEXT_MAX_LENGTH = 200
/** Length of the name and slug of categories that admins add, and their maximum number. */
export const CATEGORY_MAX_LENGTH = 40
export const OWN_CATEGORIES_MAX = 40

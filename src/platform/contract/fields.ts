import { z } from 'zod'
import { AUDIENCES } from './audiences.ts'
import { isCategorySlug } from './categories.ts'
import { FILL_ALL_FIELDS } from './form.ts'
import {
  DISPLAY_NAME_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  IMAGE_URL_MAX_LENGTH,
  INTEGER_MAX,
  LIST_LIMIT_MAX,
  NOTE_MAX_LENGTH,
  PAGE_SIZE,
  POST_COMMENTS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  POST_TITLE_MAX_LENGTH,
  REASON_MAX_LENGTH,
  START_INDEX_MAX,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts'

/** Text that both databases can store: no NUL, no lone surrogates. */
export const text = (message: string) => z.string({ error: message }).transform((value) => value.replaceAll('\0', '').toWellFormed())

/** False for text of only white space and characters without a glyph. */
const isVisible = (value: string) => value.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') !== ''

/** A field of the sign-in and sign-up forms: present and not empty. */
export const requiredField = text(FILL_ALL_FIELDS).refine((value) => value.trim() !== '', FILL_ALL_FIELDS)

export const usernameField = requiredField
  .transform((value) => value.trim().toLowerCase())
  .refine(
    (value) => value.length >= USERNAME_MIN_LENGTH && value.length <= USERNAME_MAX_LENGTH,
    `Username must be between ${USERNAME_MIN_LENGTH} and ${USERNAME_MAX_LENGTH} characters.`,
  )
  .refine((value) => /^[a-z0-9]+$/.test(value), 'Username can only contain letters a to z and numbers.')

/** Control characters, line separators, and marks that change the text direction around a name. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** One line in NFC, so that equal names compare equal; may be empty. @param what subject of the messages: 'A display name' */
export const lineField = (what: string, maxLength: number) =>
  text(`${what} must be text.`)
    .refine((value) => !NOT_IN_NAMES.test(value), `${what} cannot have line breaks or hidden characters.`)
    .transform((value) => value.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .refine((value) => value === '' || isVisible(value), `${what} must have something that can be seen.`)
    .refine((value) => Array.from(value).length <= maxLength, `${what} can have at most ${maxLength} characters.`)

/** Mail programs turn what looks like an address into a link. */
const LINK_IN_NAME = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu

/** Empty removes the display name. */
export const displayNameField = lineField('A display name', DISPLAY_NAME_MAX_LENGTH)
  .refine((value) => !value.startsWith('@'), 'A display name cannot begin with @: that marks usernames.')
  .refine((value) => !LINK_IN_NAME.test(value), 'A display name cannot have a web address.')

export const emailField = requiredField
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= EMAIL_MAX_LENGTH && z.email().safeParse(value).success, 'Please enter a valid email address.')

/** The one form in which passwords are stored: without blanks at the ends, which copying adds, and composed, as devices compose accents differently. */
export const normalizePassword = (password: string): string => password.normalize('NFC').trim()

export const passwordField = requiredField
  .transform(normalizePassword)
  .refine(
    (value) => value.length >= PASSWORD_MIN_LENGTH && value.length <= PASSWORD_MAX_LENGTH,
    `Password must be between ${PASSWORD_MIN_LENGTH} and ${PASSWORD_MAX_LENGTH} characters.`,
  )

/** Token from the fragment of a link. Copying adds white space, and what stood around the link in a sentence. */
export const linkToken = text('The link is not complete.')
  .transform((value) => value.replaceAll(/^[^\w-]+|[^\w-]+$/g, ''))
  .refine((value) => /^[\w-]{20,100}$/.test(value), 'The link is not complete.')

export const imageUrlField = text('The picture must be an address.').refine(
  (value) => value.length <= IMAGE_URL_MAX_LENGTH,
  'The address of the picture is too long.',
)

export const postTitleField = text('Please enter a title.')
  .transform((value) => value.replace(/\s+/gu, ' ').trim())
  .refine(isVisible, 'Please enter a title.')
  .refine((value) => value.length <= POST_TITLE_MAX_LENGTH, `A title can have at most ${POST_TITLE_MAX_LENGTH} characters.`)

export const categoryField = z.string('Please choose one of the categories.').refine(isCategorySlug, 'Please choose one of the categories.')

export const audienceField = z.enum(AUDIENCES, 'Please choose who may read this.')

export const postContentField = text('Please write something.').refine((value) => value.trim() !== '', 'Please write something.')

/** Number of a save of an unpublished text; 0 for none. */
export const sequenceField = z.int('The sequence must be a number.').min(0).max(INTEGER_MAX)

/** Number of a version of a post or a page. */
export const revisionField = z.int('The revision must be a number.').min(0).max(INTEGER_MAX)

/** The handler checks the maximum length, which is a setting (docs/product.md, 13). */
export const commentContentField = text('Please write a comment.')
  .transform((value) => value.trim())
  .refine(isVisible, 'Please write a comment.')

/** Short note to the admins; may be empty. */
export const noteField = text('Please say it in words.')
  .transform((value) => value.trim())
  .refine((value) => value.length <= NOTE_MAX_LENGTH, `A note can have at most ${NOTE_MAX_LENGTH} characters.`)

/** Reason of a report or of a disabled account; may be empty. */
export const reasonField = text('Please say it in words.')
  .transform((value) => value.replace(/\s+/gu, ' ').trim())
  .refine((value) => value.length <= REASON_MAX_LENGTH, `A reason can have at most ${REASON_MAX_LENGTH} characters.`)

/** A whole number in a query: out of range is clamped, anything else is the default (docs/product.md, 10). */
const clampedNumber = (range: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .optional()
    .catch(undefined)
    .transform((value) => {
      if (value === undefined || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return range.fallback
      return Math.min(range.max, Math.max(range.min, Math.trunc(Number(value))))
    })

/** Returns the whole list by default. */
export const commentsLimitQuery = clampedNumber({ min: 1, max: POST_COMMENTS_MAX, fallback: POST_COMMENTS_MAX })
export const limitQuery = clampedNumber({ min: 1, max: LIST_LIMIT_MAX, fallback: PAGE_SIZE })
export const startIndexQuery = clampedNumber({ min: 0, max: START_INDEX_MAX, fallback: 0 })
/** A NUL becomes a replacement character instead of being dropped: an invalid id must stay invalid. */
export const textQuery = z
  .string()
  .transform((value) => value.replaceAll('\0', '\uFFFD').toWellFormed())
  .optional()
  .catch(undefined)

const PUBLISH_AT = 'Please choose a date between 1970 and 2099.'
/** A publication date, with any offset from UTC. @returns milliseconds since 1970 */
export const publishAtField = z.iso
  .datetime({ offset: true, error: 'Please choose a date and a time.' })
  .transform((value) => Date.parse(value))
  .refine((at) => at >= 0 && at < Date.UTC(2100), PUBLISH_AT)

export const isoDate = z.iso.datetime()
export const message = z.object({ success: z.literal(true), message: z.string() })

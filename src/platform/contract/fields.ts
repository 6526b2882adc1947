import { z } from 'zod'
import { isVisible } from './is-visible.ts'
import { AUDIENCES } from './audiences.ts'
import { LIST_LIMIT_MAX, PAGE_SIZE, START_INDEX_MAX } from './limits.ts'

/** Text that both databases can store: no NUL, no lone surrogates. */
export const text = (message: string) => z.string({ error: message }).transform((value) => value.replaceAll('\0', '').toWellFormed())

/** Control characters, line separators, and marks that change the text direction around a name. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** One line in NFC, so that equal names compare equal; may be empty. @param what subject of the messages: 'A display name' */
export const lineField = (what: string, maxLength: number) =>
  text(`${what} must be text.`)
    .refine((value) => !NOT_IN_NAMES.test(value), `${what} cannot have line breaks or hidden characters.`)
    .transform((value) => value.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .refine((value) => value === '' || isVisible(value), `${what} must have something that can be seen.`)
    .refine((value) => Array.from(value).length <= maxLength, `${what} can have at most ${maxLength} characters.`)

export const audienceField = z.enum(AUDIENCES, 'Please choose who may read this.')

/** A whole number in a query: out of range is clamped, anything else is the default. */
export const clampedNumber = (range: { min: number; max: number; fallback: number }) =>
  z
    .string()
    .optional()
    .catch(undefined)
    .transform((value) => {
      if (value === undefined || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return range.fallback
      return Math.min(range.max, Math.max(range.min, Math.trunc(Number(value))))
    })

export const limitQuery = clampedNumber({ min: 1, max: LIST_LIMIT_MAX, fallback: PAGE_SIZE })

export const startIndexQuery = clampedNumber({ min: 0, max: START_INDEX_MAX, fallback: 0 })

/** A NUL becomes a replacement character instead of being dropped: an invalid id must stay invalid. */
export const textQuery = z
  .string()
  .transform((value) => value.replaceAll('\0', '\uFFFD').toWellFormed())
  .optional()
  .catch(undefined)

export const isoDate = z.iso.datetime()

export const message = z.object({ success: z.literal(true), message: z.string() })

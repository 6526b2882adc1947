import { z } from 'zod'
import { INTEGER_MAX } from '#platform/contract/limits.ts'

/** Number of a save of an unpublished text; 0 for none. */
export const sequenceField = z.int('The sequence must be a number.').min(0).max(INTEGER_MAX)

/** Number of a version of a post or a page. */
export const revisionField = z.int('The revision must be a number.').min(0).max(INTEGER_MAX)

const PUBLISH_AT = 'Please choose a date between 1970 and 2099.'

/** A publication date, with any offset from UTC. @returns milliseconds since 1970 */
export const publishAtField = z.iso
  .datetime({ offset: true, error: 'Please choose a date and a time.' })
  .transform((value) => Date.parse(value))
  .refine((at) => at >= 0 && at < Date.UTC(2100), PUBLISH_AT)

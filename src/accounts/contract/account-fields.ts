import {
  DISPLAY_NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  REASON_MAX_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from '#accounts/contract/account-limits.ts'
import { isEmail, normalizeEmail } from '#platform/contract/email-address.ts'
import { lineField, text } from '#platform/contract/fields.ts'
import { FILL_ALL_FIELDS } from '#platform/contract/form.ts'
import { EMAIL_MAX_LENGTH, IMAGE_URL_MAX_LENGTH, NOTE_MAX_LENGTH } from '#site/contract/site-limits.ts'

/** A field of the sign-in and sign-up forms: present and not empty. */
export const requiredField = text(FILL_ALL_FIELDS).refine((value) => value.trim() !== '', FILL_ALL_FIELDS)

export const usernameField = requiredField
  .transform((value) => value.trim().toLowerCase())
  .refine(
    (value) => value.length >= USERNAME_MIN_LENGTH && value.length <= USERNAME_MAX_LENGTH,
    `Username must be between ${USERNAME_MIN_LENGTH} and ${USERNAME_MAX_LENGTH} characters.`,
  )
  .refine((value) => /^[a-z0-9]+$/.test(value), 'Username can only contain letters a to z and numbers.')

/** Mail programs turn what looks like an address into a link. */
const LINK_IN_NAME = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu

/** Empty removes the display name. */
export const displayNameField = lineField('A display name', DISPLAY_NAME_MAX_LENGTH)
  .refine((value) => !value.startsWith('@'), 'A display name cannot begin with @: that marks usernames.')
  .refine((value) => !LINK_IN_NAME.test(value), 'A display name cannot have a web address.')

export const emailField = requiredField
  .transform(normalizeEmail)
  .refine((value) => value.length <= EMAIL_MAX_LENGTH && isEmail(value), 'Please enter a valid email address.')

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

/** Short note to the admins; may be empty. */
export const noteField = text('Please say it in words.')
  .transform((value) => value.trim())
  .refine((value) => value.length <= NOTE_MAX_LENGTH, `A note can have at most ${NOTE_MAX_LENGTH} characters.`)

/** Reason of a report or of a disabled account; may be empty. */
export const reasonField = text('Please say it in words.')
  .transform((value) => value.replace(/\s+/gu, ' ').trim())
  .refine((value) => value.length <= REASON_MAX_LENGTH, `A reason can have at most ${REASON_MAX_LENGTH} characters.`)

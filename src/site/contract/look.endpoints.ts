import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { lineField } from '#platform/contract/fields.ts'
import { HOME_PICTURE_TEXT_MAX_LENGTH, IMAGE_URL_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { DEFAULT_THEMES, type Look, paletteIds } from './look.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'

/** Checks the address only; the handler checks that the picture is stored. */
const pictureField = z
  .string('Please choose a picture.')
  .max(IMAGE_URL_MAX_LENGTH, 'The address of the picture is too long.')
  .refine((address) => address === '' || readPictureAddress(address) !== null, 'Please choose a picture of this blog.')

export const look = z.strictObject({
  palette: z.enum(paletteIds),
  theme: z.enum(DEFAULT_THEMES),
  homePicture: pictureField,
  homePictureText: z.string(),
  logo: pictureField,
}) satisfies z.ZodType<Look>

const changedLook = z.object({
  palette: z.enum(paletteIds, 'Please choose one of the colours.'),
  theme: z.enum(DEFAULT_THEMES, 'Please choose one of the themes.'),
  homePicture: pictureField,
  homePictureText: lineField('The description', HOME_PICTURE_TEXT_MAX_LENGTH),
  logo: pictureField,
})

export const getLook = endpoint('GET /api/settings/look', { access: 'admin', status: 200, output: look })

/** Missing fields stay unchanged. */
export const updateLook = endpoint('PUT /api/settings/look', {
  access: 'admin',
  status: 200,
  limit: null,
  body: changedLook.partial(),
  output: look,
})

export const lookEndpoints = { getLook, updateLook }

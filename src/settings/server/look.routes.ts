import type { lookEndpoints } from '#site/contract/look.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { changeLook, getLook } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'

/** Look of the blog, which admins edit. */
export function lookRoutes({ db }: { readonly db: Database }): Handlers<typeof lookEndpoints> {
  return {
    async getLook() {
      return getLook(db)
    },

    async updateLook({ body, write }) {
      return write(async (trx, invalidate) => {
        await requirePicture(trx, 'homePicture', body.homePicture)
        await requirePicture(trx, 'logo', body.logo)
        invalidate(SITE_TAG)
        await changeLook(trx, body)
        return getLook(trx)
      })
    },
  }
}

/** @throws bad_request if an uploaded picture is not stored (any more) */
async function requirePicture(trx: Database, field: string, address: string | undefined): Promise<void> {
  const picture = address === undefined ? null : readPictureAddress(address)
  if (picture === null) return
  const stored = await trx.selectFrom('pictures').select('address').where('folder', '=', picture.folder).executeTakeFirst()
  if (stored?.address !== address)
    throw new AppError('bad_request', 'This picture is not stored here any more. Please upload it again.', { field })
}

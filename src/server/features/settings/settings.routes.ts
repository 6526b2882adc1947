import type { settingsEndpoints } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { SITE_TAG } from '#server/features/cache-tags.ts'
import { getSettings } from '#server/features/get-settings.ts'
import { storeSettings } from '#server/features/stored-settings.ts'

/** Settings of the blog that admins change while it runs. */
export function settingsRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof settingsEndpoints> {
  return {
    async 'GET /api/settings'() {
      return getSettings(db)
    },

    async 'PUT /api/settings'({ body, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await storeSettings(trx, body)
        return getSettings(trx)
      })
    },
  }
}

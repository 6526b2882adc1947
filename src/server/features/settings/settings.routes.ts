import type { settingsEndpoints } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { getSettings } from '#server/features/get-settings.ts'

/** Settings of the blog that admins change while it runs. */
export function settingsRoutes({ db }: { readonly db: Database }): Handlers<keyof typeof settingsEndpoints> {
  return {
    async 'GET /api/settings'() {
      return getSettings(db)
    },

    async 'PUT /api/settings'({ body, write }) {
      return write(async (trx) => {
        for (const [name, setting] of Object.entries(body)) {
          if (setting === undefined) continue
          const value = JSON.stringify(setting)
          await trx
            .insertInto('settings')
            .values({ name, value })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
            .execute()
        }
        return getSettings(trx)
      })
    },
  }
}

import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { readSettings } from '#server/features/read-settings.ts'

/** What admins can set while the blog runs. */
export function settingsRoutes({ db }: { readonly db: Database }): Handlers<'GET /api/settings' | 'PUT /api/settings'> {
  return {
    async 'GET /api/settings'() {
      return readSettings(db)
    },

    async 'PUT /api/settings'({ body }) {
      return db.transaction().execute(async (trx) => {
        for (const [name, setting] of Object.entries(body)) {
          if (setting === undefined) continue
          const value = JSON.stringify(setting)
          await trx
            .insertInto('settings')
            .values({ name, value })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
            .execute()
        }
        return readSettings(trx)
      })
    },
  }
}

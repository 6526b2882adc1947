import type { muteEndpoints } from '#comments/contract/mutes.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { MUTES_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { toPublicUser } from '#accounts/server/index.ts'

/** Members mute people whose replies they do not want by mail (decision 70). */
export function muteRoutes({ db, now }: { readonly db: Database; readonly now: () => number }): Handlers<typeof muteEndpoints> {
  return {
    async listMuted({ viewer }) {
      const rows = await db
        .selectFrom('mutes')
        .innerJoin('users', 'users.id', 'mutes.muted_id')
        .select(['users.id', 'users.username', 'users.display_name', 'users.picture_url'])
        .where('mutes.user_id', '=', viewer.id)
        .orderBy('mutes.muted_id')
        .limit(MUTES_MAX)
        .execute()
      return { muted: rows.map(toPublicUser) }
    },

    async muteUser({ params, viewer, write }) {
      await write(async (trx) => {
        if (params.mutedId === viewer.id) throw new AppError('conflict', 'You cannot mute yourself.')
        const muted = await trx.selectFrom('users').select('id').where('id', '=', params.mutedId).executeTakeFirst()
        if (!muted) throw new AppError('not_found', 'This account is no longer there.')
        if ((await countMutes(trx, viewer.id)) >= MUTES_MAX)
          throw new AppError('conflict', 'You have muted very many people. Please unmute someone first.')
        await trx
          .insertInto('mutes')
          .values({ user_id: viewer.id, muted_id: muted.id, created_at: now() })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      })
      return { success: true, message: 'Muted: replies of this person are not mailed to you. You can undo this in your profile.' }
    },

    async unmuteUser({ params, viewer, write }) {
      await write(async (trx) => {
        await trx.deleteFrom('mutes').where('user_id', '=', viewer.id).where('muted_id', '=', params.mutedId).execute()
      })
      return { success: true, message: 'Replies of this person are mailed to you again.' }
    },
  }
}

async function countMutes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mutes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

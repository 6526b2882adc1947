import type { removalEndpoints } from '#comments/contract/removals.endpoints.ts'
import { toPublicUser } from '#accounts/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import { REMOVAL_UNDO_MS } from '#comments/contract/comment-limits.ts'
import { commentsTag, likesTag, userTag } from '#platform/cache/cache-tags.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { CommentDependencies } from './comments.routes.ts'
import { deleteComments, restoreComments } from './comment-writes.store.ts'
import { countUserContent, countWork, getAccount, listRemovals, removeUserContent, restoreUserContent } from './removals.store.ts'

const tagsOf = (postIds: readonly string[]) => postIds.flatMap((id) => [commentsTag(id), likesTag(id)])

type Dependencies = Pick<CommentDependencies, 'db' | 'now' | 'newId'>

/** Removing many comments in one step, and everything of an account. */
export const removalRoutes = (parts: Dependencies): Handlers<typeof removalEndpoints> => ({
  ...accountRoutes(parts),
  ...chosenRoutes(parts),
})

function accountRoutes({ db, now, newId }: Dependencies): Handlers<Omit<typeof removalEndpoints, 'deleteComments' | 'restoreComments'>> {
  return {
    async getUserContent({ params: { userId } }) {
      const account = await getAccount(db, userId)
      const isAdmin = account.is_admin === 1
      const [userContent, { hasBackupPlace, ...work }] = await Promise.all([countUserContent(db, account), countWork(db, userId, now())])
      return {
        user: toPublicUser(account),
        isAdmin,
        isFamily: account.is_family === 1,
        isDisabled: account.disabled_at !== null,
        ...userContent,
        ...work,
        hasBackupPlace: isAdmin && hasBackupPlace,
      }
    },

    async removeUserContent({ params: { userId }, viewer, write }) {
      await write(async (trx, invalidate) => {
        const account = await getAccount(trx, userId)
        if (account.is_admin === 1) {
          throw new AppError('conflict', 'This is an admin. Take the role away first, under Users.')
        }
        invalidate(userTag(userId), ...tagsOf(await removeUserContent(trx, { id: newId(), account, by: viewer.id, now: now() })))
      })
      return { success: true, message: 'Everything of this account is removed, and it can no longer sign in.' }
    },

    async restoreUserContent({ params: { userId }, write }) {
      const isEnabled = await write(async (trx, invalidate) => {
        const restored = await restoreUserContent(trx, userId, now())
        invalidate(userTag(userId), ...tagsOf(restored.posts))
        return restored.isEnabled
      })
      const end = isEnabled ? ', and the account can sign in again.' : '. The account stays disabled.'
      return { success: true, message: `Everything is back${end}` }
    },

    async listRemovals() {
      const rows = await listRemovals(db, now())
      const toIso = (at: number) => new Date(at).toISOString()
      const removals = rows.map(({ comments, removed_at: at, ...user }) => {
        return { user: toPublicUser(user), comments, removedAt: toIso(at), endsAt: toIso(at + REMOVAL_UNDO_MS) }
      })
      return { removals }
    },
  }
}

function chosenRoutes({
  now,
}: Pick<CommentDependencies, 'now'>): Handlers<Pick<typeof removalEndpoints, 'deleteComments' | 'restoreComments'>> {
  return {
    async deleteComments({ body: { commentIds }, viewer, write }) {
      await write(async (trx, invalidate) => {
        invalidate(...(await deleteComments(trx, commentIds, { by: viewer.id, now: now() })).map(commentsTag))
      })
      return { success: true, message: 'The comments are deleted.' }
    },

    async restoreComments({ body: { commentIds }, viewer, write }) {
      return write(async (trx, invalidate) => {
        const restored = await restoreComments(trx, commentIds, { viewer, now: now() })
        invalidate(...restored.posts.map(commentsTag))
        return { commentIds: restored.ids }
      })
    },
  }
}

import type { Database } from '#platform/database/database.ts'

interface Member {
  readonly id: string
  /** Confirmed address. */
  readonly email: string
}

/**
 * Merges a visitor's subscription into that of the account with the same address, so that nobody gets two mails. Call
 * within a transaction, when the address is confirmed. The visitor's row remains, because deliveries and the links in
 * earlier mails refer to its id.
 */
export async function takeOverFollowing(trx: Database, { id, email }: Member): Promise<void> {
  const columns = ['id', 'posts', 'categories', 'replies', 'comments', 'confirmed_at', 'bounced_at'] as const
  const visitor = await trx.selectFrom('followers').select(columns).where('email', '=', email).executeTakeFirst()
  if (!visitor) return
  if (visitor.confirmed_at === null || visitor.bounced_at !== null) {
    await trx.deleteFrom('followers').where('id', '=', visitor.id).execute()
    return
  }
  const own = await trx.deleteFrom('followers').where('user_id', '=', id).returning(columns).executeTakeFirst()
  const posts = own?.posts ? { posts: own.posts, categories: own.categories } : {}
  await trx
    .updateTable('followers')
    .set({ user_id: id, email: null, replies: own?.replies ?? 0, comments: own?.comments ?? null, ...posts, confirm_hash: null })
    .where('id', '=', visitor.id)
    .execute()
}

import { z } from 'zod'
import { LISTED_OUTSIDERS_MAX } from '#site/contract/site-limits.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { countVisitorsByMail } from '#newsletter/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import type { Readers } from '#site/contract/settings.endpoints.ts'
import { countPosts, isBlogClosed, MOVED_READERS, readStoredSettings } from '#site/server/index.ts'

/** Further accounts are not counted. */
const COUNTED_MAX = 1000
const NAMED_MAX = 3

interface AccountRow {
  readonly id: string
  readonly username: string
  readonly display_name: string | null
  readonly created_at: number
}

/** Each condition is that of a partial index, and disabled accounts cannot sign in. The newest come first. */
const findAccounts = (isAdmin: 0 | 1 | null, isFamily: 0 | 1 | null) =>
  prepareQuery<object, AccountRow>((db) =>
    db
      .selectFrom('users')
      .select(['id', 'username', 'display_name', 'created_at'])
      .where((eb) =>
        eb.and([
          ...(isAdmin === null ? [] : [eb('is_admin', '=', eb.lit(isAdmin))]),
          ...(isFamily === null ? [] : [eb('is_family', '=', eb.lit(isFamily))]),
          eb('disabled_at', 'is', null),
        ]),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(COUNTED_MAX),
  )

const findFamily = findAccounts(null, 1)
const findOtherAdmins = findAccounts(1, 0)
const findOutsiders = findAccounts(0, 0)

const nameOf = (row: AccountRow) => row.display_name ?? row.username

/** Who can read the blog, and who cannot. */
export async function getReaders(db: Database, now: number): Promise<Readers> {
  const [isClosed, family, admins, outsiders, followers, { total: publicPosts }, stored] = await Promise.all([
    isBlogClosed(db),
    findFamily(db, {}),
    findOtherAdmins(db, {}),
    findOutsiders(db, {}),
    countVisitorsByMail(db),
    countPosts(db, 'public', now),
    readStoredSettings(db),
  ])
  const listed = outsiders
    .slice(0, LISTED_OUTSIDERS_MAX)
    .map((row) => ({ _id: row.id, name: nameOf(row), createdAt: toIso(row.created_at) }))
  const moved = toMoved(stored[MOVED_READERS], outsiders)
  return { isClosed, family: family.length + admins.length, outsiders: outsiders.length, listed, followers, publicPosts, moved }
}

const movedPosts = z.object({ posts: z.int(), at: z.int(), isOpener: z.boolean() })

/** Accounts that signed up later never read these posts. */
function toMoved(stored: unknown, outsiders: readonly AccountRow[]): Readers['moved'] {
  const { data } = movedPosts.safeParse(stored)
  if (data === undefined) return null
  const former = outsiders.filter(({ created_at: at }) => at <= data.at)
  return { posts: data.posts, isOpener: data.isOpener, accounts: former.length, names: former.slice(0, NAMED_MAX).map(nameOf) }
}

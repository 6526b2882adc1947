import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { isLive, isNotInTrash, isReadable } from '#site/server/index.ts'
import type { BackupReport } from '#operations/contract/restore.endpoints.ts'
import type { OpenedArchive } from '#operations/server/backup/open-archive.ts'

/** What is in a backup, and whom it makes an admin. */
export async function describeArchive({ manifest, rows, leftOut }: OpenedArchive): Promise<BackupReport> {
  const admins = await rows
    .selectFrom('users')
    .select(['username', 'display_name', 'email'])
    .where('is_admin', '=', 1)
    .orderBy('email')
    .execute()
  return {
    createdAt: manifest.createdAt,
    version: manifest.blogVersion,
    counts: {
      posts: await countRows(rows, 'posts', isReadable('admins')),
      unpublished: await countRows(rows, 'posts', sql`state in ('draft', 'planned')`),
      comments: await countRows(rows, 'comments', sql`${isLive()} and ${isNotInTrash()}`),
      users: await countRows(rows, 'users'),
      pictures: await countRows(rows, 'pictures'),
    },
    hasPictures: manifest.files !== null,
    leftOut: [...leftOut],
    admins: admins.map(({ username, display_name, email }) => ({ name: display_name ?? username, email })),
  }
}

async function countRows(db: Database, table: string, condition: RawBuilder<unknown> = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db)
  return Number(rows[0]?.count)
}

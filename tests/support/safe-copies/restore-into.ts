import { join } from 'node:path'
import { fileSource } from '#operations/server/backup/archive-source.ts'
import type { OpenedArchive } from '#operations/server/backup/open-archive.ts'
import { restoreBackup, type RestoreOrder } from '#operations/server/backup/restore-backup.ts'
import { TEST_ORIGIN, type TestApp } from '#tests/support/test-app.ts'

type Found = Pick<OpenedArchive, 'manifest' | 'leftOut'>

/** Restores a backup into a blog that does not run, as the command line does. @returns what was in it */
export async function restoreInto(blog: TestApp, path: string, more: Partial<RestoreOrder> = {}): Promise<Found> {
  const { db, databaseUrl, storage, folder, clock } = blog
  const here = { db, databaseUrl, storage, dataDir: folder, folder: join(folder, 'backups'), publicUrl: TEST_ORIGIN }
  let found: Found | undefined
  const order = { ...here, source: fileSource(path), force: false, now: () => clock.now, say: () => {}, ...more }
  await restoreBackup(order, async (archive) => void (found = archive))
  return found as Found
}

import { DatabaseSync } from 'node:sqlite'
import { type ChangeFeed, type ChangeFeedOptions, EVERYTHING, invalidateAll } from './change-feed.ts'
import { sqliteFileOf } from './sqlite-file.ts'

/**
 * SQLite has no notifications, but `data_version` shows at almost no cost whether another connection has written. The
 * tags are in the table `changes`, numbered without gaps in the order of the commits.
 */
export function openSqliteFeed({ databaseUrl, caches }: ChangeFeedOptions, write: ChangeFeed['write']): ChangeFeed {
  const watcher = new DatabaseSync(sqliteFileOf(databaseUrl) as string, { readOnly: true, timeout: 1000 })
  const versionStatement = watcher.prepare('pragma data_version')
  versionStatement.setReturnArrays(true)
  const readVersion = () => (versionStatement.get() as unknown as [number])[0]
  const newestStatement = watcher.prepare(`select coalesce(max(seq), 0) as seq from sqlite_sequence where name = 'changes'`)
  const changesStatement = watcher.prepare(`
    select newest.seq as newest, changes.tag
    from (select coalesce(max(seq), 0) as seq from sqlite_sequence where name = 'changes') as newest
    left join changes on changes.seq > ?`)
  let version = readVersion()
  let lastSeq = (newestStatement.get() as { seq: number }).seq

  const readChanges = () => {
    const rows = changesStatement.all(lastSeq) as { newest: number; tag: string | null }[]
    const newest = rows[0]?.newest ?? 0
    const tags = rows.map(({ tag }) => tag).filter((tag) => tag !== null)
    // True when rows were deleted before this process read them.
    const hasGap = tags.length !== newest - lastSeq
    lastSeq = newest
    return new Set(hasGap ? [EVERYTHING] : tags)
  }

  return {
    write,
    isLive: () => true,
    isConnected: () => true,
    isBehind() {
      try {
        return readVersion() !== version
      } catch {
        // `catchUp()` throws the reason.
        return true
      }
    },
    async catchUp() {
      const seen = readVersion()
      invalidateAll(caches, readChanges())
      // Only after the changes were read: if that fails, the next request tries again.
      version = seen
    },
    async close() {
      watcher.close()
    },
  }
}

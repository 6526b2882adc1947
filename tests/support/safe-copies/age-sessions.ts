import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { HOUR_MS } from '#platform/contract/limits.ts'

/** As if all sessions had begun an hour earlier. */
export function ageSessions({ dataDir }: { readonly dataDir: string }): void {
  const db = new DatabaseSync(join(dataDir, 'kindred.sqlite'), { timeout: 5000 })
  db.prepare('update sessions set confirmed_at = confirmed_at - ?').run(HOUR_MS)
  db.close()
}

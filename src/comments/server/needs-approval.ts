import type { Viewer } from '#platform/contract/permissions.ts'
import type { Database } from '#platform/database/database.ts'
import { getSettings } from '#site/server/index.ts'
import { isNewCommenter } from './comments.store.ts'
import { holdsLink } from './holds-link.ts'

/** @returns 1 where an admin must approve the comment before others see it; the value of `comments.pending` */
export async function needsApproval(db: Database, viewer: Viewer, content: string): Promise<0 | 1> {
  if (viewer.isAdmin) return 0
  const settings = await getSettings(db)
  if (settings.linkCommentsWait && holdsLink(content)) return 1
  return settings.firstCommentsWait && (await isNewCommenter(db, viewer.id)) ? 1 : 0
}

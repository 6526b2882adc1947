import { CHECKLIST_ITEMS, type ChecklistItem } from '#settings/contract/checklist-items.ts'
import type { Checklist, checklistEndpoints } from '#settings/contract/checklist.endpoints.ts'
import { type FixedPageId, isFixedPage } from '#site/contract/blog-pages.ts'
import { CHECKLIST_MS } from '#settings/contract/settings-limits.ts'
import {
  listBlogPages,
  readStoredSettings,
  type SiteConfig,
  type StoredSettings,
  storeSettings,
  toBlogWords,
  toLook,
} from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { findFirstAccountTime, hasInvitation, hasPosts, hasSeveralAccounts } from './checklist.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
}

const SHOWN = 'checklist.isShown'
/** Stored when an admin has seen a backup, because no other data shows it. */
const BACKUP_SEEN = 'checklist.backupSeen'

/** Checklist for the admins of a new blog. */
export function checklistRoutes({ db, now, siteConfig }: Dependencies): Handlers<typeof checklistEndpoints> {
  const read = async (from: Database): Promise<Checklist> => {
    const settings = await readStoredSettings(from)
    const starterPages = await findStarterPages(from)
    const isDone = await findDone(from, settings, { siteConfig, starterPages })
    const done = CHECKLIST_ITEMS.filter((item) => isDone[item])
    const isWanted = settings[SHOWN] !== false && now() - (await findFirstAccountTime(from)) < CHECKLIST_MS
    return { isShown: isWanted && done.length < CHECKLIST_ITEMS.length, done, starterPages }
  }
  return {
    async getChecklist() {
      return read(db)
    },

    async updateChecklist({ body: { isShown, done }, write }) {
      return write(async (trx) => {
        await storeSettings(trx, { [SHOWN]: isShown, ...(done === undefined ? {} : { [BACKUP_SEEN]: true }) })
        return read(trx)
      })
    },
  }
}

async function findStarterPages(db: Database): Promise<FixedPageId[]> {
  const pages = await listBlogPages(db)
  return pages.flatMap(({ id, title, has_text: hasText }) => (isFixedPage(id) && title === '' && !hasText ? [id] : []))
}

interface Found {
  readonly siteConfig: SiteConfig
  readonly starterPages: readonly FixedPageId[]
}

async function findDone(
  db: Database,
  settings: StoredSettings,
  { siteConfig, starterPages }: Found,
): Promise<Readonly<Record<ChecklistItem, boolean>>> {
  const { homePicture, logo } = toLook(settings)
  const { contact } = toBlogWords(settings, siteConfig)
  return {
    words: !starterPages.includes('welcome') && !starterPages.includes('about'),
    picture: homePicture !== '' || logo !== '',
    contact: contact !== '',
    post: await hasPosts(db),
    invitation: (await hasInvitation(db)) || (await hasSeveralAccounts(db)),
    backup: settings[BACKUP_SEEN] === true,
  }
}

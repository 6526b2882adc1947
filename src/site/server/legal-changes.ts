import type { Database } from '#platform/database/database.ts'
import {
  readStoredSettings,
  type SiteConfig,
  type StoredSettings,
  storeSettings,
  toBlogWords,
  toFooterLinks,
  toSettings,
} from './stored-settings.ts'

const CHANGED_AT = 'legal.changedAt'

/** When what the starter texts of the policy and the terms say was last changed; null if never. */
export const toLegalChange = (stored: StoredSettings): string | null => {
  const at = stored[CHANGED_AT]
  return typeof at === 'number' ? new Date(at).toISOString() : null
}

/** What those texts say about this blog, apart from services of the environment. */
const readFacts = async (trx: Database, site: SiteConfig): Promise<string> => {
  const stored = await readStoredSettings(trx)
  const { commentsOpen, isClosed } = toSettings(stored)
  return JSON.stringify([toBlogWords(stored, site).contact, toFooterLinks(stored, site).length, commentsOpen, isClosed])
}

interface Parts {
  readonly siteConfig: SiteConfig
  readonly now: number
}

/** Changes settings; if the starter texts say something else afterwards, they have the date of today. */
export async function withLegalDate(trx: Database, { siteConfig, now }: Parts, change: () => Promise<unknown>): Promise<void> {
  const before = await readFacts(trx, siteConfig)
  await change()
  if ((await readFacts(trx, siteConfig)) !== before) await storeSettings(trx, { [CHANGED_AT]: now })
}

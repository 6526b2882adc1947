import type { StartingWords } from '#platform/contract/default-words.ts'
import { type BlogWords, blogWords } from '#site/contract/site.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { readStoredSettings, type StoredSettings, storeSettings } from './stored-settings.ts'

export type SiteConfig = StartingWords

const settingNameOf = (word: string) => `blog.${word}`

/** Name and other texts of the blog: as admins have changed them, else from the environment. */
export const getBlogWords = async (db: Database, site: SiteConfig): Promise<BlogWords> => toBlogWords(await readStoredSettings(db), site)

export function toBlogWords(stored: StoredSettings, site: SiteConfig): BlogWords {
  const words = blogWords.keyof().options.map((word) => {
    const changed = stored[settingNameOf(word)]
    return [word, typeof changed === 'string' ? changed : site[word]] as const
  })
  return Object.fromEntries(words) as unknown as BlogWords
}

/** Texts that are left out stay unchanged. */
export const changeBlogWords = (trx: Database, words: { readonly [Word in keyof BlogWords]?: string | undefined }): Promise<void> =>
  storeSettings(trx, Object.fromEntries(Object.entries(words).map(([word, text]) => [settingNameOf(word), text])))

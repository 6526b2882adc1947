import type { Migration } from 'kysely/migration'
import * as initial from './0001-initial.ts'
import * as accounts from './0002-accounts.ts'
import * as pictures from './0003-pictures.ts'
import * as changes from './0004-changes.ts'
import * as imports from './0009-imports.ts'

/** In the order of their names. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-accounts': accounts,
  '0003-pictures': pictures,
  '0004-changes': changes,
  '0009-imports': imports,
}

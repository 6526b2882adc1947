import type { Migration } from 'kysely/migration'
import * as initial from './0001-initial.ts'
import * as pictures from './0003-pictures.ts'

/** In the order of their names. A migration that has been released is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0003-pictures': pictures,
}

import type { Migration } from 'kysely/migration'
import * as schema from './0001-schema.ts'

/** Run in the order of their names. Never edit a released migration. */
export const migrations: Record<string, Migration> = {
  '0001-schema': schema,
}

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'

/** A data folder for one test, with a migrated, empty SQLite database: migrating one takes ten times as long. */
export const makeDataFolder = (): string => {
  const folder = makeFolder()
  copyFileSync(inject('sqliteTemplate'), join(folder, 'kindred.sqlite'))
  return folder
}

import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { rebuildIndex } from '#posts/server/index.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { restoreBackup } from '#upkeep/server/backup/restore-backup.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { Engine } from '#tests/support/test-app.ts'
import { readRestore } from './restore.store.ts'
import { checkChosen, restoreChosen } from './run-restore.ts'

onEachEngine('A restore whose search index cannot be built', (engine) => {
  const blog = useTestApp(engine)
  const place = () => {
    const { db, databaseUrl, storage, folder, clock } = blog()
    return { db, databaseUrl, ...storage, folder, now: () => clock.now }
  }
  const name = backupName('asked', Date.parse('2026-01-01T00:00:00Z'))
  const found = async () =>
    (
      await blog()
        .visitor()
        .call(listPosts, { query: { searchTerm: 'restored' } })
    ).posts.map(({ title }) => title)

  beforeAll(async () => {
    await blog().makePost({ title: 'Restored' })
    const { databaseUrl, files, folder, now } = place()
    await createBackup({ databaseUrl, files, path: join(folder, name), now })
  })

  it('is a success in the browser; the next start builds the index', async () => {
    const { db, folder } = place()
    await blog().makePost({ title: 'Written since' })
    const chosen = { source: 'here', id: name, name, isEncrypted: false } as const
    const allow = await refuseIndex(db, engine)
    await restoreChosen({ ...place(), dataDir: folder, place: null, logger: blog().logger }, chosen, { pause: async () => {} })
    expect(await readRestore(db)).toMatchObject({ phase: 'restored', failure: null })
    expect(blog().logLines.join('')).toContain('search index not built')
    await allow()
    await rebuildIndex(db, blog().logger)
    await blog().edit(async () => {})
    expect(await found()).toEqual(['Restored'])
  })

  it('is a success on the command line, which says so', async () => {
    blog().clock.advance(MINUTE_MS)
    const { folder, ...rest } = place()
    const lines: string[] = []
    const allow = await refuseIndex(rest.db, engine)
    const order = { ...rest, folder, scratch: folder, path: join(folder, name), force: true, say: (line: string) => void lines.push(line) }
    expect((await restoreBackup(order)).missingPictures).toEqual([])
    expect(lines).toContain(
      'The search does not find everything yet: its index could not be built (no room). The next start of the blog builds it.',
    )
    await allow()
  })
})

onEachEngine('A backup that is not there any more', (engine) => {
  const blog = useTestApp(engine)

  it('is not taken for a full disk because of the name of its folder', async () => {
    const { db, storage, databaseUrl, clock, logger } = blog()
    const folder = join(blog().folder, 'a quota that is full')
    const name = backupName('asked', clock.now)
    const chosen = { source: 'here', id: name, name, isEncrypted: false } as const
    const parts = { db, databaseUrl, ...storage, folder, dataDir: blog().folder, place: null, logger, now: () => clock.now }
    await checkChosen(parts, chosen, { passphrase: '', keyFile: '' })
    expect((await readRestore(db)).failure).toBe('This backup is not on this machine any more. Please choose it again.')
  })
})

/** @returns a function that allows it again */
async function refuseIndex(db: Database, engine: Engine): Promise<() => Promise<void>> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  if (engine === 'sqlite') {
    await run([`create trigger no_index before insert on search_state begin select raise(abort, 'no room'); end`])
    return () => run(['drop trigger no_index'])
  }
  await run([
    `create function no_index() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    'create trigger no_index before insert on search_state for each row execute function no_index()',
  ])
  return () => run(['drop trigger no_index on search_state', 'drop function no_index'])
}

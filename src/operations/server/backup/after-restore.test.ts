import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { rebuildIndex } from '#posts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import type { Engine, TestApp } from '#tests/support/test-app.ts'
import { createBackup } from './create-backup.ts'

const backUp = (blog: TestApp, name: string) =>
  createBackup({ databaseUrl: blog.databaseUrl, files: blog.storage.files, path: join(blog.folder, name), now: () => blog.clock.now })

const search = async (blog: TestApp, words: string) => {
  const { posts } = await blog.visitor().call(listPosts, { query: { searchTerm: words } })
  return posts.map((post) => post.title)
}

onEachEngine('A restore whose search index cannot be built', (engine) => {
  const blog = useTestApp(engine)

  it('is a success that says so; the next start builds it', async () => {
    const { db, clock, logger } = blog()
    await blog().makePost({ title: 'Restored' })
    const { path } = await backUp(blog(), 'one.tar')
    await blog().makePost({ title: 'Written since' })
    clock.advance(1000)
    const lines: string[] = []
    const allow = await refuseIndex(db, engine)
    await restoreInto(blog(), path, { force: true, say: (line) => void lines.push(line) })
    expect(lines).toContain(
      'The search does not find everything yet: its index could not be built (no room). The next start of the blog builds it.',
    )
    await allow()
    await rebuildIndex(db, logger)
    await blog().edit(async () => {})
    expect(await search(blog(), 'restored')).toEqual(['Restored'])
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

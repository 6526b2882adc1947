import { expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { clearIndex, SEARCH_VERSION } from './search-index.ts'
import { countMatches, prepareSearch } from './search-matches.ts'
import { parseSearch, type SearchQuery } from './search-words.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { rebuildIndex, startIndexing } from './rebuild-index.ts'

const QUIET = { info: () => {} }

onEachEngineInOrder('The search index', (engine) => {
  const blog = useTestApp(engine)
  const find = async (term: string) => (await blog().readPosts({ searchTerm: term })).map((post) => post.title)

  const countOf = async (searchTerm: string) => (await blog().visitor().call(listPosts, { query: { searchTerm } })).matchingPosts

  it('is rebuilt if an upgrade or a restore left it empty, and after an interruption', async () => {
    const { db } = blog()
    await rebuildIndex(db, QUIET)
    for (const title of ['Kettle', 'Corridor', 'Night kettle'])
      await blog().makePost({ title, content: '<p>words &amp; <b>kettles</b></p>' })
    expect(await find('night')).toEqual(['Night kettle'])
    await db.deleteFrom('search_state').execute()
    await db.deleteFrom('search_words').execute()
    await rebuildIndex(db, QUIET)
    expect(await find('kettle')).toEqual(['Night kettle', 'Corridor', 'Kettle'])
    expect(await find('nigh')).toEqual(['Night kettle'])

    const [last] = await db.selectFrom('posts').select('seq').orderBy('seq', 'desc').execute()
    await clearIndex(db)
    await db
      .updateTable('search_state')
      .set({ indexed_to: last?.seq ?? 0 })
      .execute()
    await Promise.all([rebuildIndex(db, QUIET), rebuildIndex(db, QUIET)])
    await blog().edit(async () => {})
    expect(await find('kettle')).toEqual(['Corridor', 'Kettle'])
    await db.deleteFrom('search_state').execute()
    await rebuildIndex(db, QUIET)
    await blog().edit(async () => {})
    expect(await find('kettle')).toHaveLength(3)
  })

  it('is rebuilt from published posts alone, also where the others have lower numbers', async () => {
    const { db } = blog()
    const [hidden] = await db.selectFrom('posts').select('id').orderBy('seq').execute()
    const setState = (changes: object) =>
      blog().edit((trx) =>
        trx
          .updateTable('posts')
          .set(changes)
          .where('id', '=', hidden?.id ?? '')
          .execute(),
      )
    await setState({ state: 'trashed', state_before: 'published', trashed_at: 0 })
    await db.deleteFrom('search_state').execute()
    await rebuildIndex(db, QUIET)
    expect(await find('kettle')).toEqual(['Night kettle', 'Corridor'])
    expect(await countMatches(db, await prepareSearch(db, { query: parseSearch('kettle') as SearchQuery, audience: 'admins' }))).toBe(2)
    await setState({ state: 'published', state_before: null, trashed_at: null })
    await db.deleteFrom('search_state').execute()
    await rebuildIndex(db, QUIET)
    expect(await find('kettle')).toHaveLength(3)
  })

  it('is rebuilt once for each version', async () => {
    const said: object[] = []
    await rebuildIndex(blog().db, { info: (facts: object) => void said.push(facts) })
    expect(said).toEqual([])
    await blog()
      .db.updateTable('search_state')
      .set({ version: SEARCH_VERSION - 1 })
      .execute()
    await rebuildIndex(blog().db, { info: (facts: object) => void said.push(facts) })
    expect(said).toEqual([{ posts: 3 }])
  })

  it('of the version before finds posts until they are indexed again', async () => {
    const { db, logger, blog: parts, edit } = blog()
    const state = () => db.selectFrom('search_state').select('indexed_to').executeTakeFirst()
    for (let number = 1; number <= 30; number += 1) await blog().makePost({ title: `Syringe ${number}` })
    const stopAtOnce = async () => {
      await db
        .updateTable('search_state')
        .set({ version: SEARCH_VERSION - 1 })
        .execute()
      // A batch that has begun is finished.
      await startIndexing({ db, logger, write: parts.feed.write })()
    }
    await stopAtOnce()
    expect((await state())?.indexed_to).toBeGreaterThan(0)
    await edit(async () => {})
    expect(await countOf('syringe')).toBe(30)

    await edit(clearIndex)
    await stopAtOnce()
    // A batch has at most twenty, fewer where they take long.
    expect(await countOf('syringe')).toBeLessThanOrEqual(20)
    const stop = startIndexing({ db, logger, write: parts.feed.write })
    // Cached searches of before are invalidated.
    await expect.poll(() => countOf('syringe')).toBe(30)
    await stop()
  })
})

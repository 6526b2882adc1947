import { expect, it } from 'vitest'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { NO_TEXT } from '#posts/server/index.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { overlap } from '#tests/support/database/overlap.ts'
import { type Draft, findDraft, saveDraft } from './drafts.store.ts'
import { publishEdit, publishNewText } from './publish-draft.ts'

const CONFLICT = { error: 'This text was continued in another place. Both texts are kept.' }

onEachEngine('Drafts, with two transactions at once', (engine) => {
  const blog = useTestApp(engine)
  const WORDS = { ...NO_TEXT, title: 'A draft', content: '<p>So far.</p>' }
  let count = 0

  async function begin(id = String((count += 1)).padStart(32, '0')) {
    const admin = await blog().makeAdmin()
    const { now } = blog().clock
    const scope = { postId: id, userId: admin.id }
    const save = (title: string, sequence: number) => (trx: Database) =>
      saveDraft(trx, scope, { sequence, text: { ...WORDS, title, audience: null, base_revision: 0 }, isEnded: false, now })
    const timing = { now, publishAt: 'now', mail: 'unspecified' } as const
    const post = { ...WORDS, id, author_id: admin.id, audience: 'public' as const, comments_open: 1 as const }
    const read = async (): Promise<Draft | undefined> => findDraft(blog().db, scope)
    return { admin, id, scope, save, timing, post, read }
  }

  it('A save that waits for the publication of its text does not begin a change', async () => {
    const { save, post, timing, read } = await begin()
    await save('A draft', 0)(blog().db)
    const late = await overlap(
      blog().db,
      (trx) => publishNewText(trx, post, { sequence: 1, audience: 'public', timing }),
      (trx) => save('Late', 1)(trx),
    )
    expect(late).toEqual(CONFLICT)
    expect(await read()).toMatchObject({ state: 'published', sequence: 2, text: null })
  })

  it('A first save that waits for the publication of its text does not begin a change', async () => {
    const { save, post, timing, read } = await begin()
    const late = await overlap(
      blog().db,
      (trx) => publishNewText(trx, post, { sequence: 0, audience: 'public', timing }),
      (trx) => save('A draft', 0)(trx),
    )
    expect(late).toEqual(CONFLICT)
    expect(await read()).toMatchObject({ state: 'published', sequence: 1, text: null })
  })

  it('A publication that waits for a save of another form is refused', async () => {
    const { save, post, timing, read } = await begin()
    await save('A draft', 0)(blog().db)
    const refused = await overlap(
      blog().db,
      (trx) => save('Elsewhere', 1)(trx),
      (trx) => publishNewText(trx, post, { sequence: 1, audience: 'public', timing }),
    )
    expect(refused).toEqual(CONFLICT)
    expect(await read()).toMatchObject({ state: 'draft', sequence: 2, text: { title: 'Elsewhere' } })
  })

  it('The publication of a change that waits for a save of another form is refused', async () => {
    const { _id } = await blog().makePost()
    const { scope, save, timing, read } = await begin(_id)
    await save('A change', 0)(blog().db)
    const update = { ...timing, changes: { ...WORDS, title: 'A change' } }
    const refused = await overlap(
      blog().db,
      (trx) => save('Elsewhere', 1)(trx),
      (trx) => publishEdit(trx, scope, { sequence: 1, update }),
    )
    expect(refused).toEqual(CONFLICT)
    expect(await read()).toMatchObject({ revision: 1, sequence: 2, text: { title: 'Elsewhere' } })
  })

  it('A change that is saved while its text is deleted for good is refused as gone', async () => {
    const { _id } = await blog().makePost()
    const { save } = await begin(_id)
    const late = await overlap(
      blog().db,
      (trx) => trx.deleteFrom('posts').where('id', '=', _id).execute(),
      (trx) => save('A change', 0)(trx),
    )
    expect(late).toEqual({ error: 'This post is no longer there.' })
  })

  it.runIf(engine === 'postgres')('A save does not wait for a transaction that writes posts', async () => {
    const { save } = await begin()
    await blog()
      .db.transaction()
      .execute(async (trx) => {
        await lockInTransaction(trx, 'post slugs')
        expect(await save('A draft', 0)(blog().db)).toMatchObject({ sequence: 1 })
      })
  })
})

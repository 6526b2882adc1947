import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'

describe('writes that come together', () => {
  let folder: string
  let db: Database
  let commit: Commit
  let statements: string[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-group-'))
    statements = []
    db = await openDatabase(`sqlite:${join(folder, 'a.sqlite')}`, { onQuery: ({ sql: text }) => void statements.push(text) })
    await sql`create table words (word text primary key, place integer not null check (place < 100))`.execute(db)
    commit = createGroupCommit(db)
    statements.length = 0
  })
  afterEach(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  const write = (word: string, place = 1) => commit((trx) => sql`insert into words values (${word}, ${place})`.execute(trx))
  const words = async () => (await sql<{ word: string }>`select word from words order by rowid`.execute(db)).rows.map(({ word }) => word)
  const savepoints = () => statements.filter((text) => text === 'savepoint member').length

  it('are all there, in their order, and share a transaction', async () => {
    const all = Array.from({ length: 70 }, (_, number) => `word${number}`)
    await Promise.all(all.map((word) => write(word)))
    expect(await words()).toEqual(all)
    expect(savepoints()).toBe(70)
  })

  it('need no savepoint where there is one alone', async () => {
    await write('alone')
    await expect(write('too far', 100)).rejects.toThrow('CHECK')
    expect(await words()).toEqual(['alone'])
    expect(savepoints()).toBe(0)
  })

  it('fail each by itself: what a failing one did is taken back, what the others did stays', async () => {
    const half = commit(async (trx) => {
      await sql`insert into words values ('half', 1)`.execute(trx)
      throw new Error('in the middle')
    })
    const outcomes = await Promise.allSettled([write('before'), half, write('too far', 100), write('before'), write('after')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
    await expect(half).rejects.toThrow('in the middle')
    expect(await words()).toEqual(['before', 'after'])
  })

  it('fail together when the transaction itself is lost, except for who failed before', async () => {
    const lose = () =>
      commit(async (trx) => {
        await sql`rollback`.execute(trx)
        throw new Error('the disk is full')
      })
    const outcomes = await Promise.allSettled([write('one'), write('too far', 100), lose(), write('two')])
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done'))).toEqual([
      'Error: the disk is full',
      expect.stringContaining('CHECK'),
      'Error: the disk is full',
      'Error: the disk is full',
    ])
    expect(await words()).toEqual([])
    await write('later')
    expect(await words()).toEqual(['later'])
  })

  it('are answered after the commit, and see what came before them', async () => {
    const seen: number[] = []
    const look = () =>
      commit(async (trx) => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from words`.execute(trx)
        seen.push(rows[0]?.count ?? -1)
      })
    const isThere = write('first').then(async () => (await words()).includes('first'))
    await Promise.all([look(), isThere, look(), write('second'), look()])
    expect(await isThere).toBe(true)
    expect(seen).toEqual([1, 1, 2])
  })
})

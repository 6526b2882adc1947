import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'

describe('Writes that arrive together', () => {
  let folder: string
  let db: Database
  let commit: Commit
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-group-'))
    db = await openDatabase(`sqlite:${join(folder, 'a.sqlite')}`)
    await sql`create table words (word text primary key, place integer not null check (place < 100))`.execute(db)
    commit = createGroupCommit(db)
  })
  afterEach(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  const write = (word: string, place = 1) => commit((trx) => sql`insert into words values (${word}, ${place})`.execute(trx))
  const words = async () => (await sql<{ word: string }>`select word from words order by rowid`.execute(db)).rows.map(({ word }) => word)
  const commitsOf = async (work: () => Promise<unknown>) => {
    const before = await countCommits(join(folder, 'a.sqlite'))
    await work()
    return (await countCommits(join(folder, 'a.sqlite'))) - before
  }

  it('are all stored, in their order, with one commit for every 32 of them', async () => {
    const all = Array.from({ length: 70 }, (_, number) => `word${number}`)
    expect(await commitsOf(() => Promise.all(all.map((word) => write(word))))).toBe(3)
    expect(await words()).toEqual(all)
  })

  it('fail independently: only the changes of the failing one are rolled back', async () => {
    const half = commit(async (trx) => {
      await sql`insert into words values ('half', 1)`.execute(trx)
      throw new Error('in the middle')
    })
    const outcomes = await Promise.allSettled([write('before'), half, write('too far', 100), write('before'), write('after')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
    await expect(half).rejects.toThrow('in the middle')
    expect(await words()).toEqual(['before', 'after'])
  })

  it('all fail when the transaction itself is lost; earlier failures keep their own error', async () => {
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

  it('resolve after the commit, and see earlier writes', async () => {
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

const WAL_HEADER = 32
const FRAME_HEADER = 24

/** Commits in the write-ahead log: frames of a commit's last page hold the size of the database (sqlite.org/fileformat2.html). */
async function countCommits(path: string): Promise<number> {
  const log = await readFile(`${path}-wal`)
  const frameSize = FRAME_HEADER + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  let commits = 0
  for (let at = WAL_HEADER; at + frameSize <= log.length; at += frameSize) {
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(salts)
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

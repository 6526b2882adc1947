import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { askForLease, deleteEndedLeases, giveBackLease, lookAtLease, renewLease, takeLease } from './lease.ts'

onEachEngine('a lease', (engine) => {
  const blog = useTestApp(engine)
  const term = (name: string, holder: string, now: number) => ({ name, holder, now, forMs: 100 })

  it('is one process’s at a time, however many want it at once', async () => {
    const { db } = blog()
    const holders = Array.from({ length: 20 }, (_, number) => `holder ${number}`)
    const taken = await Promise.all(holders.map((holder) => takeLease(db, term('work', holder, 1000))))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('can be given back, and ends by itself when its holder dies', async () => {
    const { db } = blog()
    expect(await takeLease(db, term('backup', 'a', 1000))).toBe(true)
    expect(await takeLease(db, term('backup', 'b', 1099))).toBe(false)
    await giveBackLease(db, { name: 'backup', holder: 'b' })
    expect(await lookAtLease(db, { name: 'backup', holder: 'a' })).toBe('held')
    expect(await renewLease(db, term('backup', 'a', 1050))).toBe(true)
    expect(await takeLease(db, term('backup', 'b', 1149))).toBe(false)
    expect(await takeLease(db, term('backup', 'b', 1150))).toBe(true)
    expect(await renewLease(db, term('backup', 'a', 1151))).toBe(false)
    expect(await lookAtLease(db, { name: 'backup', holder: 'a' })).toBe('lost')
    await giveBackLease(db, { name: 'backup', holder: 'b' })
    expect(await takeLease(db, term('backup', 'c', 1151))).toBe(true)
  })

  it('tells its holder that somebody waits, until it changes hands', async () => {
    const { db } = blog()
    await takeLease(db, term('upload', 'a', 1000))
    await askForLease(db, 'upload')
    expect(await lookAtLease(db, { name: 'upload', holder: 'a' })).toBe('wanted')
    await takeLease(db, term('upload', 'b', 2000))
    expect(await lookAtLease(db, { name: 'upload', holder: 'b' })).toBe('held')
  })

  it('is forgotten when it has ended', async () => {
    const { db } = blog()
    await db.deleteFrom('leases').execute()
    await takeLease(db, term('over', 'a', 1000))
    await takeLease(db, term('held', 'a', 1001))
    await deleteEndedLeases(db, 1100)
    expect(await db.selectFrom('leases').select('name').execute()).toEqual([{ name: 'held' }])
  })
})

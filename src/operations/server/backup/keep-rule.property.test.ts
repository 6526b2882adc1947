import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { backupName, chooseExpiredCopies, copyName } from './backup-names.ts'
import { chooseKept } from './keep-rule.ts'

const START = Date.UTC(2024, 0, 1)
const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 400 })
  .map((hours) => hours.map((hour) => ({ createdAt: START + hour * HOUR_MS })))
const rule = fc.record({
  days: fc.integer({ min: 0, max: 10 }),
  weeks: fc.integer({ min: 0, max: 8 }),
  months: fc.integer({ min: 0, max: 14 }),
})
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)
/** What docs/operating.md calls a copy, written another way than the code does. */
const COPY = /^kindred-(daily-|by-hand-|before-upgrade-|before-restore-|)[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(-[0-9]{2}){2}Z[.]tar[.]age$/
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('The rule of kept backups', () => {
  it('keeps at most one of each day, week and month of the rule, and the newest of all', () => {
    fc.assert(
      fc.property(times, rule, (backups, { days, weeks, months }) => {
        const kept = chooseKept(backups, { days, weeks, months })
        expect(kept.size).toBeLessThanOrEqual(days + weeks + months)
        const newest = backups.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, Math.min(1, days + weeks + months))
        expect(newest.every((backup) => kept.has(backup))).toBe(true)
        for (const [groupOf, count] of [
          [dayOf, days],
          [monthOf, months],
        ] as const) {
          const groups = new Map<string, number>()
          for (const { createdAt } of backups) groups.set(groupOf(createdAt), Math.max(createdAt, groups.get(groupOf(createdAt)) ?? 0))
          const wanted = [...groups].toSorted(([a], [b]) => b.localeCompare(a)).slice(0, count)
          for (const [, at] of wanted) expect([...kept].some(({ createdAt }) => createdAt === at)).toBe(true)
        }
      }),
    )
  })

  it('never names a file that is no copy, even one whose name differs in one character', () => {
    const copy = fc.record({
      occasion: fc.constantFrom('daily' as const, 'by-hand' as const),
      hour: fc.integer({ min: 0, max: 900 * 24 }),
    })
    const edit = fc.record({ at: fc.nat(1000), cut: fc.nat(1), put: fc.string({ unit: 'grapheme-ascii', maxLength: 2 }) })
    const nearMiss = fc.tuple(copy, edit).map(([{ occasion, hour }, { at, cut, put }]) => {
      const name = copyName(backupName(occasion, START + hour * HOUR_MS))
      const place = at % (name.length + 1)
      return name.slice(0, place) + put + name.slice(place + cut)
    })
    // The rule keeps these, and hardly any older copy.
    const newer = Array.from({ length: 13 }, (_, month) => copyName(backupName('daily', START + (1000 + 31 * month) * DAY_MS)))
    fc.assert(
      fc.property(fc.array(nearMiss, { minLength: 1, maxLength: 60 }), (names) => {
        for (const name of chooseExpiredCopies([...names, ...newer], Date.UTC(2100, 0))) expect(name).toMatch(COPY)
      }),
      { numRuns: 1000 },
    )
    const others = ['kindred-key-abcdefgh.age', 'kindred-daily-2026-11-20T03-00-00Z.tar', 'kindred-daily-2026-11-20T03-00-00Z.tar.age.part']
    expect(chooseExpiredCopies(others, Date.UTC(2100, 0))).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { backupName, chooseExpiredCopies, copyName } from './backup-names.ts'

const START = Date.UTC(2024, 0, 1)
/** What docs/operating.md calls a copy, written another way than the code does. */
const COPY = /^kindred-(daily-|by-hand-|before-upgrade-|before-restore-|)[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(-[0-9]{2}){2}Z[.]tar[.]age$/

describe('The rule of kept backups', () => {
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

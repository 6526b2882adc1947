import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#platform/contract/limits.ts'
import { backupName, chooseExpired, chooseExpiredCopies, copyName, readBackupName } from './backup-names.ts'

const START = Date.UTC(2026, 0, 1, 3)
const daily = (days: number, hours = 0) => backupName('daily', START + days * DAY_MS + hours * HOUR_MS)

/** Returns the days of the remaining backups after daily backups and deletion of expired ones. */
function keptAfter(days: number): string[] {
  let names: string[] = []
  for (let day = 0; day < days; day += 1) {
    names = [...names, daily(day)]
    const expired = chooseExpired(names, START + day * DAY_MS)
    names = names.filter((name) => !expired.includes(name))
  }
  return names
}

describe('Backups that are not expired', () => {
  it('are the last seven days, and the last day of the weeks before', () => {
    // 2026-03-01 is a Sunday, the last day of a week.
    const days = ['02-08', '02-15', '02-22', '02-23', '02-24', '02-25', '02-26', '02-27', '02-28', '03-01']
    expect(keptAfter(60)).toEqual(days.map((day) => `kindred-daily-2026-${day}T03-00-00Z.tar`))
  })

  it('are the newest of a day with several, and stay while none is made', () => {
    const names = [daily(0), daily(0, 1), daily(40)]
    expect(chooseExpired(names, START + 50 * DAY_MS)).toEqual([daily(0)])
  })

  it('are all real ones that the rule keeps, whatever was made while the clock was years ahead', () => {
    const ahead = Array.from({ length: 40 }, (_, day) => daily(2000 + day))
    const real = Array.from({ length: 10 }, (_, day) => daily(day))
    const now = START + 9 * DAY_MS
    expect(chooseExpired([...ahead, ...real], now)).toEqual(chooseExpired(real, now))
    const copies = [...ahead, ...real].map(copyName)
    expect(chooseExpiredCopies(copies, now)).toEqual(chooseExpiredCopies(real.map(copyName), now))
  })

  it('are five of those before an upgrade; what the operator made or put there stays', () => {
    const upgrades = Array.from({ length: 7 }, (_, index) => backupName('before-upgrade', START + index * HOUR_MS))
    const earlier = ['kindred-2026-01-01T03-00-00Z.tar', 'kindred-2026-01-01T04-00-00Z.tar']
    expect(earlier.map((name) => readBackupName(name)?.occasion)).toEqual(['by-hand', 'by-hand'])
    const others = [...earlier, 'kindred-mine.tar', backupName('before-restore', START), 'notes.txt', 'kindred-daily-mine.tar', '.x.tar']
    expect(chooseExpired([...upgrades, ...others], START + DAY_MS).toSorted()).toEqual(upgrades.slice(0, 2))
  })
})

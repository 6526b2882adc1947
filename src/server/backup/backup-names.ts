import { DAY_MS } from '#contract/limits.ts'

/** Why a backup was made, as its name says. */
export type BackupOccasion = 'daily' | 'before-upgrade' | 'before-restore'

const DAILY_KEPT = 7
const WEEKLY_KEPT = 4
const UPGRADES_KEPT = 5

/** For instance `kindred-daily-2026-11-20T03-00-00Z.tar`. */
export function backupName(occasion: BackupOccasion | 'asked', at: number): string {
  const time = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return occasion === 'asked' ? `kindred-${time}.tar` : `kindred-${occasion}-${time}.tar`
}

const NAME = /^kindred-(daily|before-upgrade)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.tar$/

/**
 * Which of the blog's own backups may go: all but the newest of each of the last seven days and of the last four weeks
 * that have one, and the last five that were made before an upgrade. Other files are never among them.
 */
export function chooseExpired(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const [, occasion, time = ''] = NAME.exec(name) ?? []
    return occasion === undefined ? [] : [{ name, occasion, time, day: time.slice(0, 10) }]
  })
  const newestFirst = backups.toSorted((a, b) => (a.time < b.time ? 1 : -1))
  const daily = newestFirst.filter(({ occasion }) => occasion === 'daily')
  const kept = new Set([
    ...firstOfEach(daily, ({ day }) => day, DAILY_KEPT),
    ...firstOfEach(daily, ({ day }) => weekOf(day), WEEKLY_KEPT),
    ...newestFirst.filter(({ occasion }) => occasion === 'before-upgrade').slice(0, UPGRADES_KEPT),
  ])
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ name }) => name)
}

/** Whole weeks since a Monday long ago. */
const weekOf = (day: string) => String(Math.floor((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1970, 0, 5)) / (7 * DAY_MS)))

function firstOfEach<T>(items: readonly T[], groupOf: (item: T) => string, groups: number): T[] {
  const first = new Map<string, T>()
  for (const item of items) if (!first.has(groupOf(item))) first.set(groupOf(item), item)
  return [...first.values()].slice(0, groups)
}

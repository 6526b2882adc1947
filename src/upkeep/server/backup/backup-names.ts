import { DAY_MS } from '#platform/contract/limits.ts'

/** Reason for a backup, part of its name. */
export type BackupOccasion = 'daily' | 'by-hand' | 'before-upgrade' | 'before-restore'

const DAILY_KEPT = 7
const WEEKLY_KEPT = 4
const UPGRADES_KEPT = 5
const BY_HAND_KEPT = 3

/** For instance `kindred-daily-2026-11-20T03-00-00Z.tar`. */
export function backupName(occasion: BackupOccasion | 'asked', at: number): string {
  const time = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return occasion === 'asked' ? `kindred-${time}.tar` : `kindred-${occasion}-${time}.tar`
}

const NAME = /^kindred-(?:(daily|by-hand|before-upgrade|before-restore)-)?((\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d))Z\.tar$/

export interface NamedBackup {
  readonly name: string
  readonly occasion: BackupOccasion | 'asked'
  readonly createdAt: number
}

/** Parses the name of a backup; undefined for any other file name. */
export function readBackupName(name: string): NamedBackup | undefined {
  const [, occasion = 'asked', , day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const createdAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(createdAt) ? undefined : { name, occasion: occasion as NamedBackup['occasion'], createdAt }
}

/**
 * Returns the backups that may be deleted: all but the newest of each of the last seven days and of the last four weeks
 * that have one, the last five from before an upgrade, and the last three that an admin made in the dashboard.
 * Never returns other files.
 */
export function chooseExpired(names: readonly string[]): string[] {
  const own = names.flatMap((name) => readBackupName(name) ?? []).filter(({ occasion }) => EXPIRING.has(occasion))
  const newestFirst = own
    .map((backup) => ({ ...backup, day: new Date(backup.createdAt).toISOString().slice(0, 10) }))
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const daily = newestFirst.filter(({ occasion }) => occasion === 'daily')
  const kept = new Set([
    ...firstOfEach(daily, ({ day }) => day, DAILY_KEPT),
    ...firstOfEach(daily, ({ day }) => weekOf(day), WEEKLY_KEPT),
    ...newestFirst.filter(({ occasion }) => occasion === 'before-upgrade').slice(0, UPGRADES_KEPT),
    ...newestFirst.filter(({ occasion }) => occasion === 'by-hand').slice(0, BY_HAND_KEPT),
  ])
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ name }) => name)
}

const EXPIRING: ReadonlySet<string> = new Set(['daily', 'before-upgrade', 'by-hand'])

/** Number of whole weeks since Monday, 5 January 1970. */
const weekOf = (day: string) => String(Math.floor((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1970, 0, 5)) / (7 * DAY_MS)))

function firstOfEach<T>(items: readonly T[], groupOf: (item: T) => string, groups: number): T[] {
  const first = new Map<string, T>()
  for (const item of items) if (!first.has(groupOf(item))) first.set(groupOf(item), item)
  return [...first.values()].slice(0, groups)
}

import { BACKUP_OCCASIONS } from '#operations/contract/operations.endpoints.ts'
import { knownTime, newestFirst } from './backup-age.ts'
import { chooseKept, type KeepRule } from './keep-rule.ts'

/** Reason for a backup, part of its name. */
export type BackupOccasion = (typeof BACKUP_OCCASIONS)[number]

const DAYS_RULE: KeepRule = { days: 7, weeks: 4, months: 0 }
/** The rule of copies in another place, whatever they were made for. */
const COPIES_RULE: KeepRule = { days: 7, weeks: 5, months: 12 }
const UPGRADES_KEPT = 5

/** For instance `kindred-daily-2026-11-20T03-00-00Z.tar`. */
export function backupName(occasion: BackupOccasion, at: number): string {
  const time = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `kindred-${occasion}-${time}.tar`
}

/** Ending of an encrypted copy. */
const COPY_ENDING = '.age'
export const copyName = (name: string): string => name + COPY_ENDING

const NAME = new RegExp(`^kindred-(?:(${BACKUP_OCCASIONS.join('|')})-)?(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)Z\\.tar$`)

export interface NamedBackup {
  readonly name: string
  readonly occasion: BackupOccasion
  readonly createdAt: number
}

/** Parses the name of a backup; undefined for any other file name. Earlier ones by hand have no occasion in it. */
export function readBackupName(name: string): NamedBackup | undefined {
  const [, occasion = 'by-hand', day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const createdAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(createdAt) ? undefined : { name, occasion: occasion as BackupOccasion, createdAt }
}

/** Parses the name of a copy in another place; undefined for any other file name. */
export function readCopyName(name: string): NamedBackup | undefined {
  const backup = name.endsWith(COPY_ENDING) ? readBackupName(name.slice(0, -COPY_ENDING.length)) : undefined
  return backup && { ...backup, name }
}

/** Newest first, without those with a date in the future: they would take the place of real ones. */
const datedBefore = (now: number, names: readonly string[], read: typeof readBackupName): NamedBackup[] =>
  newestFirst(
    names.flatMap((name) => read(name) ?? []).filter(({ createdAt }) => knownTime(createdAt, now) !== null),
    now,
  )

const without = (backups: readonly NamedBackup[], kept: ReadonlySet<NamedBackup>): string[] =>
  backups.filter((backup) => !kept.has(backup)).map(({ name }) => name)

/**
 * Returns the backups that may be deleted: all but the newest of each of the last seven days and of the last four weeks
 * that have one, and the last five from before an upgrade. Never returns other files, nor those without an occasion in
 * their name, which were made to stay.
 */
export function chooseExpired(names: readonly string[], now: number): string[] {
  const backups = datedBefore(now, names, readBackupName).filter(
    ({ name, occasion, createdAt }) => name === backupName(occasion, createdAt),
  )
  const ofDays = backups.filter(({ occasion }) => occasion === 'daily' || occasion === 'by-hand')
  const ofUpgrades = backups.filter(({ occasion }) => occasion === 'before-upgrade')
  return [...without(ofDays, chooseKept(ofDays, DAYS_RULE)), ...ofUpgrades.slice(UPGRADES_KEPT).map(({ name }) => name)]
}

/** Returns the copies that may be deleted: all but those of seven days, five weeks and twelve months. Never returns other files. */
export function chooseExpiredCopies(names: readonly string[], now: number): string[] {
  const copies = datedBefore(now, names, readCopyName)
  return without(copies, chooseKept(copies, COPIES_RULE))
}

import { knownTime, newestFirst } from './backup-age.ts'
import { chooseKept, type KeepRule } from './keep-rule.ts'

/** Reason for a backup, part of its name. */
export type BackupOccasion = 'daily' | 'by-hand' | 'before-upgrade' | 'before-restore'

const DAYS_RULE: KeepRule = { days: 7, weeks: 4, months: 0 }
/** The rule of copies in another place, whatever they were made for. */
const COPIES_RULE: KeepRule = { days: 7, weeks: 5, months: 12 }
const UPGRADES_KEPT = 5

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
 * that have one, and the last five from before an upgrade. Never returns other files, nor those with a date in the future:
 * they would take the place of real ones.
 */
export function chooseExpired(names: readonly string[], now: number): string[] {
  const dated = newestFirst(
    names.flatMap((name) => readBackupName(name) ?? []).filter(({ createdAt }) => knownTime(createdAt, now) !== null),
    now,
  )
  const ofDays = dated.filter(({ occasion }) => occasion === 'daily' || occasion === 'by-hand')
  const ofUpgrades = dated.filter(({ occasion }) => occasion === 'before-upgrade')
  const kept = chooseKept(ofDays, DAYS_RULE)
  return [...ofDays.filter((backup) => !kept.has(backup)), ...ofUpgrades.slice(UPGRADES_KEPT)].map(({ name }) => name)
}

/** Ending of an encrypted copy. */
const COPY_ENDING = '.age'

export const copyName = (name: string): string => name + COPY_ENDING

/** Parses the name of a copy in another place; undefined for any other file name. */
export function readCopyName(name: string): NamedBackup | undefined {
  return name.endsWith(COPY_ENDING) ? readBackupName(name.slice(0, -COPY_ENDING.length)) : undefined
}

/**
 * Returns the copies that may be deleted: all but those of seven days, five weeks and twelve months. Never returns other
 * files, nor copies with a date in the future.
 */
export function chooseExpiredCopies(names: readonly string[], now: number): string[] {
  const copies = names.flatMap((name) => {
    const backup = readCopyName(name)
    return backup && knownTime(backup.createdAt, now) !== null ? [{ ...backup, name }] : []
  })
  const kept = chooseKept(copies, COPIES_RULE)
  return copies.filter((copy) => !kept.has(copy)).map(({ name }) => name)
}

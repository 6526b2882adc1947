import type { Trouble } from '#operations/contract/stats.endpoints.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { DISK_RESERVE_BYTES } from '#media/contract/media-limits.ts'
import { type BackupTroubleParts, findBackupTroubles } from './backup-troubles.ts'
import { findOldestWaiting } from './mail-state.store.ts'
import type { Database } from '#platform/database/database.ts'
import { findServerProblem, isDayUsedUp } from '#platform/mail/mail-server.store.ts'

interface Parts {
  readonly db: Database
  readonly now: number
  /** Null if the blog cannot send mail. */
  readonly mailsPerDay: number | null
  readonly backups: Omit<BackupTroubleParts, 'db' | 'now'>
  readonly freeBytes: () => Promise<number | null>
}

/** What keeps the blog from working as it should, in words for admins: one line each. */
export async function listTroubles({ db, now, mailsPerDay, backups, freeBytes }: Parts): Promise<Trouble[]> {
  const [mail, room, ofBackups] = await Promise.all([
    mailsPerDay === null ? null : findMailTrouble(db, { max: mailsPerDay, now }),
    findDiskTrouble(freeBytes),
    findBackupTroubles({ ...backups, db, now }),
  ])
  return [mail, room, ...ofBackups].filter((trouble) => trouble !== null)
}

async function findMailTrouble(db: Database, { max, now }: { readonly max: number; readonly now: number }): Promise<Trouble | null> {
  const server = await findServerProblem(db)
  if (server) {
    const since = server.since === null ? null : toIso(server.since)
    return {
      says: `No mail goes out: ${server.problem}`,
      since,
      advice:
        'All mails wait, and the blog tries again by itself. Settings, Mail, sends a test; the person who runs the blog finds more in its guide, under “Mail”.',
      section: 'mail',
    }
  }
  const waitsSince = await findOldestWaiting(db)
  if (waitsSince === null || !(await isDayUsedUp(db, { max, now }))) return null
  return {
    says: `Mails wait: the ${max.toLocaleString('en')} of a day are used up. Codes and invitations still go out.`,
    since: toIso(waitsSince),
    advice: 'They go on when there is room. If your provider takes more, the person who runs the blog can allow more.',
    section: 'mail',
  }
}

async function findDiskTrouble(freeBytes: Parts['freeBytes']): Promise<Trouble | null> {
  const free = await freeBytes()
  if (free === null || free >= DISK_RESERVE_BYTES) return null
  const megabytes = Math.round(free / 1024 / 1024).toLocaleString('en')
  return {
    says: `The disk is nearly full: ${megabytes} MB are free, so only admins can upload pictures.`,
    since: null,
    advice: 'Make room on it, or move the blog to a larger one.',
    section: 'version',
  }
}

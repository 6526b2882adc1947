import { findGuess } from '#accounts/server/index.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import type { Config } from '#platform/process/config.ts'
import { type DatabaseState, inspectDatabase } from '#platform/database/inspect-database.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

const { fine, attention, wrong } = about('Database')

/** Checks the database. @returns also its state for other checks; null when it could not be read */
export async function checkDatabase({ databaseUrl }: Config): Promise<{ findings: Finding[]; state: DatabaseState | null }> {
  try {
    const state = await inspectDatabase(databaseUrl)
    return { findings: [...damageOf(state), ...schemaOf(state)], state }
  } catch (error) {
    return { findings: [unreachable(databaseUrl, error)], state: null }
  }
}

function unreachable(url: string, error: unknown): Finding {
  const code = safeCodeOf(error)
  if (!url.startsWith('sqlite:')) {
    const why: Record<string, string> = {
      '28P01': 'it does not take the password',
      '3D000': 'it has no database of that name',
      ECONNREFUSED: 'nothing listens there',
      ENOTFOUND: 'its name is not known',
    }
    return wrong(`PostgreSQL cannot be reached: ${why[code] ?? code}.`, 'Look at DATABASE_URL, and whether PostgreSQL runs.')
  }
  if (code === 'ENOENT')
    return wrong(
      'There is no database yet.',
      'It is made when the blog first starts: npm start. If the blog has been running, look at DATA_DIR and DATABASE_URL.',
    )
  return wrong(
    `The file cannot be read as a database (${code}).`,
    'Stop the blog, put the file aside, and restore the newest backup: npm run blog -- restore FILE',
  )
}

const damageOf = ({ engine, damage }: DatabaseState): Finding[] =>
  damage.length === 0
    ? [fine(`${engine}, and whole.`)]
    : damage.map((line) =>
        wrong(
          `${engine}: ${line}`,
          'Stop the blog, keep a copy of the database, and restore the newest backup: npm run blog -- restore FILE',
        ),
      )

function schemaOf({ missing, unknown, isTooOld }: DatabaseState): Finding[] {
  if (isTooOld) return [wrong('It was made by a version before the last 0.1.', 'Start the last version 0.1 on it once, then this one.')]
  if (unknown.length > 0)
    return [wrong(`It was made by a newer version (${unknown.join(', ')}).`, 'Install that version, or restore a backup from before.')]
  if (missing.length > 0) return [attention(`It is behind this version (${missing.join(', ')}).`, 'The next start brings it up to date.')]
  return [fine('Its schema is that of this version.')]
}

export function checkAdmin(state: DatabaseState, config: Config): Finding {
  const admin = about('Admin')
  if (state.admins > 0) return admin.fine(state.admins === 1 ? 'There is one.' : `There are ${state.admins}.`)
  if (config.admin) return admin.attention('There is none yet.', 'The next start makes one from ADMIN_EMAIL and ADMIN_PASSWORD.')
  return admin.wrong('There is none, so nobody can write.', 'npm run blog -- user create --admin')
}

/** A blog with a password of that kind starts, as its family must not be locked out. */
export async function checkAdminPassword({ admin, site }: Config): Promise<Finding[]> {
  const guess = admin ? await findGuess(admin.password, [admin.email, site.name]) : null
  if (guess === null) return []
  const advice = 'Choose another one in your profile, and take ADMIN_PASSWORD out of the settings.'
  return [about('Admin').attention(`ADMIN_PASSWORD is weak. ${guess}`, advice)]
}

/** Sign-in with another service fails when clocks differ by more. */
const CLOCK_TOLERANCE_MS = MINUTE_MS

/** @param others the clocks of other machines, with their names */
export function checkClock(now: number, others: readonly { name: string; at: number }[], newestAt: number | null): Finding {
  const clock = about('Clock')
  const advice = 'Let the machine set its clock by itself (NTP): timedatectl set-ntp true'
  if (newestAt !== null && newestAt - now > CLOCK_TOLERANCE_MS)
    return clock.wrong('This machine’s clock is behind: the blog holds something from the future.', advice)
  for (const { name, at } of others) {
    const seconds = Math.round(Math.abs(now - at) / 1000)
    if (seconds * 1000 > CLOCK_TOLERANCE_MS)
      return clock.wrong(`This machine’s clock and that of ${name} differ by ${seconds} seconds.`, advice)
  }
  const compared = others.length === 0 ? '' : ` It agrees with ${others.map(({ name }) => name).join(' and ')}.`
  return clock.fine(`It says ${new Date(now).toISOString()}.${compared}`)
}

import { type Config, ConfigError, loadConfig } from '#platform/process/config.ts'
import { checkBlog, checkProxy } from './check-address.ts'
import { checkAdmin, checkAdminPassword, checkClock, checkDatabase } from './check-database.ts'
import { checkElsewhere } from './check-elsewhere.ts'
import { checkFfmpeg, checkFiles } from './check-files.ts'
import { checkBackups, checkFolder, checkRoom } from './check-folder.ts'
import { checkMemory, checkNode, checkProgram } from './check-machine.ts'
import { checkMailRecords } from './check-mail-records.ts'
import { checkName } from './check-name.ts'
import { checkMail, checkSignIn, checkStorage } from './check-services.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'
import { type Machine, THIS_MACHINE } from './machine.ts'

/** Checks a whole set-up without changing it. */
export async function diagnose(
  env: Readonly<Record<string, string | undefined>>,
  now: number,
  machine: Machine = THIS_MACHINE,
): Promise<Finding[]> {
  const ofMachine = [checkNode(machine.nodeVersion), checkMemory(machine.memoryBytes), await checkProgram(machine)]
  const config = readConfig(env)
  if (Array.isArray(config)) return [...ofMachine, ...config]
  const [folder, database, signIn, mail, records, name, blog, backups] = await Promise.all([
    checkFolder(config.dataDir, machine),
    checkDatabase(config),
    checkSignIn(config),
    checkMail(config),
    checkMailRecords(config, machine),
    checkName(config, machine, now),
    checkBlog(config),
    checkBackups(config.backup.folder, now),
  ])
  const { state } = database
  return [
    ...ofMachine,
    about('Settings').fine('All settings can be read.'),
    ...checkProxy(config, (env['PUBLIC_URL'] ?? '').trim() !== ''),
    ...name,
    ...folder,
    ...database.findings,
    ...(state ? [checkAdmin(state, config)] : []),
    ...(await checkAdminPassword(config)),
    ...(await checkStorageUnless(config, folder)),
    ...(state?.missing.length === 0 && state.unknown.length === 0 ? await checkFiles(config, now) : []),
    await checkFfmpeg(config),
    mail,
    ...records,
    signIn.finding,
    checkClock(now, clocksOf(signIn.clock, state?.clock), state?.newestAt ?? null),
    backups,
    await checkElsewhere(config, state !== null && state.unknown.length === 0, now),
    blog,
  ]
}

/** If the folder itself is wrong, a probe would report it again, or create the folder. */
async function checkStorageUnless(config: Config, folder: readonly Finding[]): Promise<Finding[]> {
  const isFolderWrong = folder.some((finding) => finding.state === 'wrong')
  return isFolderWrong && config.storage.type === 'folder' ? [] : [await checkStorage(config)]
}

const clocksOf = (signIn: number | null, database: number | null | undefined) => [
  ...(signIn === null ? [] : [{ name: 'the identity provider', at: signIn }]),
  ...(database == null ? [] : [{ name: 'PostgreSQL', at: database }]),
]

function readConfig(env: Readonly<Record<string, string | undefined>>): Config | Finding[] {
  try {
    return loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.mistakes.map((mistake) =>
      about('Settings').wrong(mistake, 'Mend it, then run the doctor again; the rest was not checked.'),
    )
  }
}

/** Runs the cheap checks whose findings name no file, each time the dashboard is opened. */
export async function runQuickChecks(config: Config, isPublicUrlSet: boolean): Promise<Finding[]> {
  const room = await checkRoom(config.dataDir, THIS_MACHINE).catch((error: unknown) =>
    about('Data folder').wrong(`It cannot be read (${safeCodeOf(error)}).`, 'Look at DATA_DIR, and whether the disk is there.'),
  )
  return [...checkProxy(config, isPublicUrlSet), room]
}

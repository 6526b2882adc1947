import { type Config, ConfigError, loadConfig } from '#platform/process/config.ts'
import { checkBlog, checkProxy } from './check-address.ts'
import { checkAdmin, checkClock, checkDatabase } from './check-database.ts'
import { checkBackups, checkFolder, checkRoom } from './check-folder.ts'
import { checkMail, checkSignIn, checkStorage } from './check-services.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'

/** The runtime that the server's own sources need (scripts/prepare/runtime.mjs). */
const NODE_MAJOR_MIN = 24

/** Checks a whole set-up without changing it. */
export async function diagnose(env: Readonly<Record<string, string | undefined>>, now: number): Promise<Finding[]> {
  const node = checkNode(process.versions.node)
  const config = readConfig(env)
  if (Array.isArray(config)) return [node, ...config]
  const [folder, database, signIn, mail, blog, backups] = await Promise.all([
    checkFolder(config.dataDir),
    checkDatabase(config),
    checkSignIn(config),
    checkMail(config),
    checkBlog(config),
    checkBackups(config.backup.folder, now),
  ])
  const { state } = database
  // If the folder itself is wrong, a probe would report it again, or create the folder.
  const isFolderWrong = folder.some((finding) => finding.state === 'wrong')
  const storage = isFolderWrong && config.storage.type === 'folder' ? [] : [await checkStorage(config)]
  const clocks = [
    ...(signIn.clock === null ? [] : [{ name: 'the identity provider', at: signIn.clock }]),
    ...(state?.clock == null ? [] : [{ name: 'PostgreSQL', at: state.clock }]),
  ]
  return [
    node,
    about('Settings').fine('All settings can be read.'),
    ...checkProxy(config, (env['PUBLIC_URL'] ?? '').trim() !== ''),
    ...folder,
    ...database.findings,
    ...(state ? [checkAdmin(state, config)] : []),
    ...storage,
    mail,
    signIn.finding,
    checkClock(now, clocks, state?.newestAt ?? null),
    backups,
    blog,
  ]
}

export function checkNode(version: string): Finding {
  const { fine, wrong } = about('Node')
  if (Number.parseInt(version, 10) >= NODE_MAJOR_MIN) return fine(`Version ${version}.`)
  return wrong(
    `Version ${version} is too old.`,
    `The blog brings its own: start it with npm start. Otherwise install Node ${NODE_MAJOR_MIN}.`,
  )
}

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
  const room = await checkRoom(config.dataDir).catch((error: unknown) =>
    about('Data folder').wrong(`It cannot be read (${safeCodeOf(error)}).`, 'Look at DATA_DIR, and whether the disk is there.'),
  )
  return [...checkProxy(config, isPublicUrlSet), room]
}

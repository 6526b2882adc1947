import { type Config, ConfigError, loadConfig } from '#platform/process/config.ts'
import { checkBlog, checkProxy } from './check-address.ts'
import { checkAdmin, checkBackups, checkClock, checkDatabase, checkOffSite, checkRoom, checkStorage } from './check-data.ts'
import { checkFfmpeg, checkMail, checkSignIn } from './check-services.ts'
import { about, type Finding } from './finding.ts'

/** Checks a whole set-up without changing it. */
export async function diagnose(env: Readonly<Record<string, string | undefined>>, now: number): Promise<Finding[]> {
  let config: Config
  try {
    config = loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Mend it, then run the doctor again; the rest was not checked.'
    return error.mistakes.map((mistake) => about('Settings').wrong(mistake, advice))
  }
  const [room, { findings, state }, ...others] = await Promise.all([
    checkRoom(config.dataDir),
    checkDatabase(config),
    checkSignIn(config),
    checkFfmpeg(config),
    checkMail(config),
    checkBackups(config.backup.folder, now),
    checkBlog(config),
  ])
  const isReadable = state !== null && state.unknown.length + state.missing.length === 0
  // In a folder that is wrong, a probe would say the same again, or make the folder.
  const mayProbe = config.storage.type === 's3' || room.state !== 'wrong'
  return [
    checkProxy(config, (env['PUBLIC_URL'] ?? '').trim() !== ''),
    room,
    ...findings,
    ...(state ? [checkAdmin(state), checkClock(state, now)] : []),
    ...(mayProbe ? [await checkStorage(config)] : []),
    ...(isReadable ? [await checkOffSite(config, now)] : []),
    ...others.flat(),
  ]
}

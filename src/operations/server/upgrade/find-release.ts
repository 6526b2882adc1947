import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { type Installation, runProgram } from './installation.ts'

export interface Release {
  readonly name: string
  /** Folder of its sources. */
  readonly folder: string
}

/** `v0.2.0` or `0.2.0`; neither `v0.2.0-rc1` nor `nightly`. */
const VERSION = /^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/

/**
 * Finds the release to install: a folder, a tag of the clone, or the newest version; null where the clone has no version.
 * @param out prints how a tag was verified
 * @throws bad_request where the named one does not exist, or its signature is wrong
 */
export async function findRelease(
  { source, home }: Pick<Installation, 'source' | 'home'>,
  from: string | undefined,
  out: (line: string) => void,
): Promise<Release | null> {
  if (from !== undefined && existsSync(join(resolve(from), 'package.json'))) return { name: from, folder: resolve(from) }
  if (!existsSync(join(source, '.git'))) {
    throw new AppError(
      'bad_request',
      `The clone that this blog was installed from is not in ${source} any more. Clone it there again, or name the folder of the new version: --from FOLDER`,
    )
  }
  // It may belong to another account than root.
  const git = (...args: string[]) => runProgram('git', '-c', `safe.directory=${source}`, '-C', source, ...args)
  await git('fetch', '--tags', '--quiet')
  const tags = (await git('tag', '--sort=-version:refname')).split('\n')
  const tag = from ?? tags.find((name) => VERSION.test(name))
  if (tag === undefined) return null
  if (!tags.includes(tag)) throw new AppError('bad_request', `There is neither a folder nor a tag '${from}'.`)
  const isSigned = (await git('for-each-ref', '--format=%(contents:signature)', `refs/tags/${tag}`)) !== ''
  if (isSigned) {
    await git('verify-tag', tag).catch((error: Error) => {
      const advice = 'If you do not have the key of its authors yet, import it (gpg --import).'
      throw new AppError('bad_request', `The signature of ${tag} cannot be verified, so nothing was changed. ${advice}\n${error.message}`)
    })
  }
  out(isSigned ? `The signature of ${tag} is good.` : `${tag} is not signed.`)
  const folder = join(home, 'release')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await git('archive', '--output', `${folder}.tar`, tag)
  await runProgram('tar', '--extract', '--no-same-owner', '--file', `${folder}.tar`, '--directory', folder)
  await rm(`${folder}.tar`)
  return { name: tag, folder }
}

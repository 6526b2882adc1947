import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'
import { newestVersion } from '#upkeep/server/status/newer-version.ts'
import type { Installation } from './installation.ts'
import { runProgram } from './run-program.ts'

export interface Release {
  readonly name: string
  /** Folder of its sources. */
  readonly folder: string
  /** How it was verified, a sentence. */
  readonly verified: string
  readonly close: () => Promise<void>
}

/**
 * Finds the release to install: a folder, a tag of the clone, or the newest version; null where the clone has no version.
 * @throws bad_request where the named one does not exist, or where its signature or a checksum is wrong
 */
export async function findRelease(installation: Installation, from: string | undefined): Promise<Release | null> {
  if (from !== undefined && existsSync(join(resolve(from), 'package.json'))) return verifyFolder(resolve(from))
  const { source } = installation
  if (!existsSync(join(source, '.git'))) {
    throw new AppError(
      'bad_request',
      `The clone that this blog was installed from is not in ${source} any more. Clone it there again, or name the folder of the new version: --from FOLDER`,
    )
  }
  await git(source, ['fetch', '--tags', '--quiet'])
  const tag = from ?? newestVersion((await git(source, ['tag'])).split('\n'))
  if (tag === undefined) return null
  const known = await git(source, ['tag', '--list', tag])
  if (known !== tag) throw new AppError('bad_request', `There is neither a folder nor a tag '${from}'.`)
  const verified = await verifyTag(source, tag)
  const folder = join(installation.home, 'release')
  const close = () => rm(folder, { recursive: true, force: true })
  await close()
  await mkdir(folder)
  const archive = join(installation.home, 'release.tar')
  await git(source, ['archive', '--output', archive, tag])
  await runProgram('tar', ['--extract', '--no-same-owner', '--file', archive, '--directory', folder])
  await rm(archive)
  return { name: tag, folder, verified, close }
}

/** The clone may belong to another account than root. */
const git = async (folder: string, args: readonly string[]) =>
  (await runProgram('git', ['-c', `safe.directory=${folder}`, '-C', folder, ...args])).output

async function verifyTag(source: string, tag: string): Promise<string> {
  const type = await git(source, ['cat-file', '-t', tag])
  const isSigned = type === 'tag' && /-----BEGIN (PGP|SSH) SIGNATURE-----/.test(await git(source, ['cat-file', '-p', tag]))
  if (!isSigned) return `${tag} is not signed.`
  const args = ['-c', `safe.directory=${source}`, '-C', source, 'verify-tag', tag]
  const { exitCode, output } = await runProgram('git', args, { isFailureFine: true })
  if (exitCode !== 0) {
    throw new AppError(
      'bad_request',
      `The signature of ${tag} cannot be verified, so nothing was changed. If you do not have the key of its authors yet, import it (gpg --import).\n${output}`,
    )
  }
  return `The signature of ${tag} is good.`
}

const SUMS = 'SHA256SUMS'
/** Not part of a release. */
const NOT_LISTED = new Set([SUMS, '.git', 'node_modules', 'dist', 'data', '.prepare'])

async function verifyFolder(folder: string): Promise<Release> {
  const release = { name: folder, folder, close: async () => {} }
  const path = join(folder, SUMS)
  if (!existsSync(path)) return { ...release, verified: 'The folder has no checksums.' }
  const listed = new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, sum, name] = /^([0-9a-f]{64}) [ *](?:\.\/)?(.+)$/.exec(line) ?? []
        return sum !== undefined && name !== undefined ? [[name, sum] as const] : []
      }),
  )
  const files = await filesOf(folder)
  const unlisted = files.find((name) => !listed.has(name))
  if (unlisted !== undefined) throw wrong(`${unlisted} is not in ${SUMS}`)
  for (const [name, sum] of listed) {
    if ((await sumOf(join(folder, name))) !== sum) throw wrong(`${name} does not have its checksum`)
  }
  return { ...release, verified: `The checksums of ${listed.size} files are right.` }
}

const wrong = (what: string) => new AppError('bad_request', `${what}: the folder is incomplete or was changed. Nothing was changed here.`)

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !NOT_LISTED.has(name.split('/')[0] ?? ''))
}

async function sumOf(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

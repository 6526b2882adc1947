import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { AppError } from '#platform/contract/errors.ts'

/** What deploy/install has installed (decision 82). */
export interface Installation {
  readonly home: string
  /** Folder of the data, and the account that owns it. */
  readonly data: string
  readonly user: string
  /** Path of the settings. */
  readonly settings: string
  /** Clone or folder that it was installed from. */
  readonly source: string
  /** Id and folder of the version that serves. */
  readonly id: string
  readonly folder: string
  /** The shell script `kindred`, which starts and stops the blog. */
  readonly command: string
}

/** @throws bad_request where the blog was not installed by deploy/install */
export function readInstallation(env: NodeJS.ProcessEnv): Installation {
  const home = env['BLOG_HOME'] ?? ''
  const path = join(home, 'installation.env')
  if (home === '' || !existsSync(path)) {
    throw new AppError(
      'bad_request',
      'This blog was not installed by deploy/install, so it cannot be upgraded by a command: put the new version in place and start it (docs/operating.md, Upgrade).',
    )
  }
  const facts = parseEnv(readFileSync(path, 'utf8'))
  const settings = facts['BLOG_SETTINGS'] ?? ''
  const folder = realpathSync(join(home, 'current'))
  return {
    home,
    data: facts['BLOG_DATA'] ?? '',
    user: facts['BLOG_USER'] ?? '',
    settings,
    source: facts['BLOG_SOURCE'] ?? '',
    id: basename(folder),
    folder,
    command: env['KINDRED_COMMAND'] ?? '/usr/local/bin/kindred',
  }
}

/** Names of the migrations that a version has. */
export const migrationsOf = (folder: string): string[] =>
  readdirSync(join(folder, 'migrations'))
    .filter((name) => /^\d{4}-/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''))
    .toSorted()

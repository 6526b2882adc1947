import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { AppError } from '#platform/contract/errors.ts'
import { type StandaloneCommand, type StandaloneContext, textFlag } from '#platform/cli/command.ts'

/** The blog takes no writes for so long after a change of its schema; a process that dies later is started again, not replaced. */
const WATCH_SECONDS = 90

/** The command of an installation, which holds the lock of upgrades and knows where everything is. */
const COMMAND = '/usr/local/bin/kindred'

export const upgradeCommand: StandaloneCommand = {
  name: ['upgrade'],
  usage: 'upgrade [--from FOLDER_OR_TAG] [--check]',
  summary: 'Installs a newer version beside this one, switches to it, and back by itself if it fails; needs deploy/install.',
  flags: {
    from: { type: 'string', value: 'FOLDER_OR_TAG', help: 'what to install; otherwise the newest version of the clone' },
    check: { type: 'boolean', help: 'only says what would be installed, and whether it can be' },
    watch: { type: 'string', value: 'SECONDS', help: `how long the new version is watched; ${WATCH_SECONDS} otherwise` },
  },
  async runStandalone({ env, flags, out, fail }) {
    if (env['KINDRED_COMMAND'] === undefined && existsSync(COMMAND)) return runInstalled(flags, fail)
    const watchSeconds = Number(textFlag(flags, 'watch') ?? WATCH_SECONDS)
    if (!Number.isInteger(watchSeconds) || watchSeconds < 5)
      throw new AppError('bad_request', '--watch is a whole number of seconds, 5 or more.')
    // The other commands do not need them.
    const [{ readInstallation }, { checkUpgrade, upgradeBlog }] = await Promise.all([
      import('./upgrade/installation.ts'),
      import('./upgrade/upgrade-blog.ts'),
    ])
    // A closed terminal does not interrupt a switch.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => out('One moment: the upgrade is running.'))
    const order = { installation: readInstallation(env), from: textFlag(flags, 'from'), watchSeconds, out }
    await (flags['check'] === true ? checkUpgrade(order) : upgradeBlog(order))
  },
}

function runInstalled(flags: StandaloneContext['flags'], fail: StandaloneContext['fail']): void {
  const args = Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]))
  const { status } = spawnSync(COMMAND, ['upgrade', ...args], { stdio: 'inherit' })
  if (status !== 0) fail(status ?? 1)
}

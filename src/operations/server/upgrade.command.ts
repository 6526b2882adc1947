import { z } from 'zod'
import { type StandaloneCommand, textFlag } from '#platform/cli/command.ts'

const FIELD = z.string().trim().toLowerCase()

export const upgradeCommands: readonly StandaloneCommand[] = [
  {
    name: ['upgrade'],
    usage: 'upgrade [--from FOLDER_OR_TAG] [--check]',
    summary: 'Installs a newer version beside this one and hands over to it, or stays with this one if it fails; needs deploy/install.',
    flags: {
      from: { type: 'string', value: 'FOLDER_OR_TAG', help: 'what to install; otherwise the newest version of the clone' },
      check: { type: 'boolean', help: 'only says what would be installed, and whether it can be' },
    },
    async runStandalone({ env, flags, out }) {
      const { readInstallation, upgradeBlog } = await load()
      await upgradeBlog({ installation: readInstallation(env), from: textFlag(flags, 'from'), isCheck: flags['check'] === true, out })
    },
  },
  {
    name: ['back'],
    usage: 'back [--yes]',
    summary: 'Goes back to the version before the last upgrade. Says what is lost, and asks.',
    flags: { yes: { type: 'boolean', help: 'does not ask' } },
    async runStandalone({ env, flags, out, ask }) {
      const { readInstallation, goBack } = await load()
      const agree = async (label: string) =>
        (await ask({ label: `${label} [y/N]`, flag: 'yes', rule: FIELD, given: flags['yes'] === true ? 'y' : undefined })).startsWith('y')
      await goBack(readInstallation(env), out, agree)
    },
  },
]

/** The other commands do not need them. A closed terminal does not interrupt a switch. */
async function load() {
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  return { ...(await import('./upgrade/installation.ts')), ...(await import('./upgrade/upgrade-blog.ts')) }
}

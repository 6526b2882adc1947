import type { TrialMachine } from './trial-machine.ts'

/** One instruction of a Dockerfile. */
interface Instruction {
  readonly name: string
  readonly text: string
}

interface Stage {
  readonly base: string
  readonly name: string
  readonly steps: readonly Instruction[]
}

/** Splits a Dockerfile into its stages: comments and continued lines are resolved, nothing else. */
function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line) && line.trim() !== '')
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: { base: string; name: string; steps: Instruction[] }[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
    if (name === 'FROM') {
      const [, base = '', alias = ''] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
      stages.push({ base, name: alias, steps: [] })
    } else stages.at(-1)?.steps.push({ name, text: rest })
  }
  return stages
}

/** The variables of an ENV instruction, with those that they name. */
function readEnv(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Array.from(text.matchAll(/([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [
    name,
    value.replaceAll(/\$([A-Z_]+)/g, (_, variable: string) => before[variable] ?? ''),
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}

/** What the steps leave, as `docker image inspect` would show it. */
export interface Image {
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  readonly user: string
  readonly command: readonly string[]
  /** Command of HEALTHCHECK. */
  readonly health: readonly string[]
}

type Growing = { -readonly [Name in keyof Image]: Image[Name] }

/**
 * Runs the steps of a Dockerfile of two stages on a machine for trials, which stands in for both base images: as they stand, as
 * root, in the folders that they name. `/context` there has the sources.
 * @param path of the first stage, with the Node of its base image
 * @throws Error with the output of a step that fails
 */
export async function buildImage(machine: TrialMachine, text: string, path: string): Promise<Image> {
  const [build, last] = readDockerfile(text)
  const first = await runSteps(machine, build?.steps ?? [], emptyImage(path))
  await must(machine, ['mv', first.folder, STAGE])
  const image = await runSteps(machine, last?.steps ?? [], emptyImage(path))
  await must(machine, ['rm', '-rf', STAGE, '/context'])
  return image
}

const STAGE = '/stage-build'
const emptyImage = (path: string): Growing => ({ env: { PATH: path }, folder: '/', user: 'root', command: [], health: [] })

async function must(machine: TrialMachine, command: readonly string[], env?: Image['env']): Promise<void> {
  const { exitCode, output } = await machine.run(command, env)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}:\n${output}`)
}

async function runSteps(machine: TrialMachine, steps: readonly Instruction[], image: Growing): Promise<Image> {
  const inFolder = (script: string) =>
    must(machine, ['sh', '-ec', `mkdir -p ${image.folder} && cd ${image.folder} && ${script}`], image.env)
  const takers: Readonly<Record<string, (text: string) => unknown>> = {
    RUN: inFolder,
    WORKDIR: (text) => (image.folder = text),
    COPY(text) {
      const [, from, paths = text] = /^--from=(\S+) (.*)$/.exec(text) ?? []
      const names = paths.split(' ')
      const sources = names.slice(0, -1).map((name) => (from === undefined ? `/context/${name}` : name.replace(/^\/app/, STAGE)))
      return inFolder(`cp --archive ${sources.map((name) => name.replace(/\/\.$/, '/.')).join(' ')} ${names.at(-1)}`)
    },
    ENV: (text) => (image.env = { ...image.env, ...readEnv(text, image.env) }),
    USER: (text) => (image.user = text),
    CMD: (text) => (image.command = JSON.parse(text) as string[]),
    HEALTHCHECK: (text) => (image.health = JSON.parse(text.slice(text.indexOf('['))) as string[]),
    // Of the container engine alone.
    VOLUME() {},
    EXPOSE() {},
    STOPSIGNAL() {},
  }
  for (const { name, text } of steps) {
    const take = takers[name]
    if (!take) throw new Error(`What does ${name} do?`)
    await take(text)
  }
  return image
}

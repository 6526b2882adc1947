import { AppError } from '#platform/contract/errors.ts'
import type { Command, Flag, StandaloneCommand } from './command.ts'

type AnyCommand = Command | StandaloneCommand

const CALL = 'npm run blog --'
const MISTAKES_MAX = 2

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(0, ...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`)
}

/** Lists all commands, a line each. */
export const listCommands = (commands: readonly AnyCommand[]): string =>
  [
    `Usage: ${CALL} <command>`,
    '',
    ...columns(commands.map(({ usage, summary }) => [usage, summary])),
    '',
    `${CALL} <command> --help explains one of them.`,
  ].join('\n')

/** Describes a command with its flags. */
export function describeCommand({ usage, summary, flags }: AnyCommand): string {
  const rows = Object.entries(flags).map(([name, { value, help }]: [string, Flag]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ])
  return [`Usage: ${CALL} ${usage}`, '', summary, ...(rows.length > 0 ? ['', ...columns(rows)] : [])].join('\n')
}

/** @param words the typed words, without flags */
export function unknownCommand(commands: readonly AnyCommand[], words: readonly string[]): AppError {
  const typed = words.slice(0, 2).join(' ')
  const group = commands.filter(({ name }) => name.length > 1 && name[0] === words[0])
  if (group.length > 0 && words.length === 1) {
    return new AppError(
      'bad_request',
      `${words[0]} needs one more word:\n${columns(group.map(({ usage, summary }) => [usage, summary])).join('\n')}`,
    )
  }
  const names = commands.map(({ name }) => name.join(' '))
  const nearest = findNearest(typed, names) ?? findNearest(words[0] ?? '', names)
  return new AppError('bad_request', `There is no command '${typed}'.${suggestion(nearest)} ${CALL} --help lists all.`)
}

export function unknownFlag({ name, flags }: AnyCommand, flag: string): AppError {
  const nearest = findNearest(
    flag,
    Object.keys(flags).map((known) => `--${known}`),
  )
  const command = name.join(' ')
  return new AppError('bad_request', `${command} has no option ${flag}.${suggestion(nearest)} ${CALL} ${command} --help lists all.`)
}

const suggestion = (nearest: string | undefined) => (nearest === undefined ? '' : ` Did you mean '${nearest}'?`)

function findNearest(typed: string, known: readonly string[]): string | undefined {
  const near = known.map((word) => ({ word, distance: editDistance(typed, word) })).filter(({ distance }) => distance <= MISTAKES_MAX)
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.word
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of a.split('').entries()) {
    const next = [index + 1]
    for (let at = 1; at <= b.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

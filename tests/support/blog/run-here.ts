import { runCommand } from '#app/cli/run-command.ts'
import type { CommandResult } from './blog-process.ts'

interface Options {
  /** What standard input holds where there is no terminal. */
  readonly piped?: string
}

/** Runs a command of `npm run blog` in this process. Without `inputs` there is no terminal. */
export async function runHere(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  inputs?: readonly string[],
  { piped = '' }: Options = {},
): Promise<CommandResult> {
  const lines: string[] = []
  const left = [...(inputs ?? [])]
  const read = async (prompt: string) => {
    lines.push(prompt)
    const input = left.shift()
    if (input === undefined) throw new Error(`Nothing to type at '${prompt}'`)
    return input
  }
  const out = (line: string) => void lines.push(line)
  const exitCode = await runCommand({ words, env, read: inputs ? read : undefined, readInput: async () => piped, out, error: out })
  return { exitCode, output: lines.join('\n') }
}

import { runCommand } from '#app/cli/run-command.ts'
import type { CommandResult } from './blog-process.ts'

/** Runs a command of `npm run blog` in this process. `inputs` are typed on a terminal; without them there is no terminal. */
export async function runHere(words: readonly string[], env: NodeJS.ProcessEnv, inputs?: readonly string[]): Promise<CommandResult> {
  const lines: string[] = []
  const left = [...(inputs ?? [])]
  const read = async (prompt: string) => {
    lines.push(prompt)
    const input = left.shift()
    if (input === undefined) throw new Error(`Nothing to type at '${prompt}'`)
    return input
  }
  const out = (line: string) => void lines.push(line)
  const exitCode = await runCommand({ words, env, read: inputs ? read : undefined, out, error: out })
  return { exitCode, output: lines.join('\n') }
}

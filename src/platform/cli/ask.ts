import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'

interface Question {
  readonly label: string
  /** Name of the flag with the value. Omitted for what a command line, which others can see, must not have: see `readInput`. */
  readonly flag?: string
  readonly rule: z.ZodType<string>
  /** Value of the flag. */
  readonly given?: string | undefined
  /** Used when the operator enters nothing, or without a terminal. */
  readonly fallback?: string | undefined
  /** Not shown while it is typed. */
  readonly secret?: boolean
}

/** @throws ZodError for a flag that breaks the rule; bad_request without a terminal to ask on */
export type Ask = (question: Question) => Promise<string>

type Read = (prompt: string, secret: boolean) => Promise<string>

export interface Terminal {
  /** Undefined without a terminal. */
  readonly read: Read | undefined
  /** Reads the first line of standard input, where that is no terminal. */
  readonly readInput: () => Promise<string>
  readonly out: (line: string) => void
}

/** Takes the value of a flag, or asks until the input is valid. */
export function createAsk({ read, readInput, out }: Terminal): Ask {
  return async (question) => {
    const { rule, flag, given, fallback } = question
    if (given !== undefined) return rule.parse(given)
    if (read) return askUntilValid(question, { read, out })
    if (fallback !== undefined) return rule.parse(fallback)
    if (flag === undefined) return rule.parse(await readInput())
    throw new AppError('bad_request', `Please give --${flag}; there is no terminal to ask on.`)
  }
}

async function askUntilValid(question: Question, { read, out }: { readonly read: Read; readonly out: Terminal['out'] }): Promise<string> {
  for (;;) {
    const typed = await read(promptOf(question), question.secret === true)
    const result = question.rule.safeParse(typed || question.fallback || '')
    if (result.success) return result.data
    out(result.error.issues[0]?.message ?? 'Please try again.')
  }
}

function promptOf({ label, fallback, secret }: Question): string {
  if (fallback === undefined) return `${label}: `
  return `${label} [${secret ? 'the one in the settings' : fallback}]: `
}

const INPUT_MAX = 10_000

export async function readFirstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > INPUT_MAX) break
  }
  return text.split('\n', 1)[0]?.trim() ?? ''
}

export async function readFromTerminal(prompt: string, secret: boolean): Promise<string> {
  process.stdout.write(prompt)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: secret ? silent : process.stdout, terminal: true })
  // Ctrl-C and Ctrl-D would leave the question open for ever.
  const closed = new Promise<never>((_resolve, reject) => {
    terminal.once('close', () => reject(new AppError('bad_request', 'Stopped; nothing was changed.')))
  })
  try {
    return (await Promise.race([terminal.question(''), closed])).trim()
  } finally {
    terminal.close()
    if (secret) process.stdout.write('\n')
  }
}

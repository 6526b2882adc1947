import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AppError } from '#contract/errors.ts'

/**
 * Asks for what a flag did not give. A secret is not shown while it is typed.
 * @throws bad_request where nobody can answer
 */
export async function ask(question: { label: string; flag: string; secret?: boolean }): Promise<string> {
  if (!process.stdin.isTTY) throw new AppError('bad_request', `Please give --${question.flag}; there is no terminal to ask on.`)
  process.stdout.write(`${question.label}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: question.secret ? silent : process.stdout, terminal: true })
  try {
    return (await terminal.question('')).trim()
  } finally {
    terminal.close()
    if (question.secret) process.stdout.write('\n')
  }
}

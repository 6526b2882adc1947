import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { cpuMs } from './processor-time.ts'

const SOURCE = join(import.meta.dirname, '../../src')
/** As long as the longest part of a request that an expression meets whole; bodies are longer, but linear is linear. */
const LENGTH = 16_000
/** After this time an expression is given up. */
const LIMIT_MS = 500

/** Expressions that take more than linear time, and why they never meet long input. */
const BOUNDED: Readonly<Record<string, string>> = {
  'platform/process/config.ts /^[^\\r\\n]*[^\\s@]+@[^\\s@]+[^\\r\\n]*$/': 'a setting of the operator',
  'platform/metrics/route-template.ts /\\{.*?\\}(?=\\/|$)/g': 'paths that we declare',
}

interface Expression {
  readonly name: string
  readonly pattern: string
  readonly flags: string
}

/** Lists all literal expressions of the product. Those without an unbounded repetition take linear time. */
function listExpressions(): Expression[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  const found = new Map<string, Expression>()
  for (const file of files) {
    const lang = file.endsWith('x') ? 'tsx' : 'ts'
    visit(parseAst(readFileSync(join(SOURCE, file), 'utf8'), { lang }), ({ pattern, flags }) => {
      const name = `${file} /${pattern}/${flags}`
      if (/[*+]|,\}/.test(pattern)) found.set(name, { name, pattern, flags })
    })
  }
  return [...found.values()]
}

function visit(node: unknown, onExpression: (regex: { pattern: string; flags: string }) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && node.regex !== null) onExpression(node.regex as { pattern: string; flags: string })
  for (const child of Object.values(node)) visit(child, onExpression)
}

/** Inputs that make an expression begin everywhere and end nowhere: its own characters and words, again and again. */
function inputsFor({ pattern }: Expression): string[] {
  const own = pattern.replaceAll(/\\[a-zA-Z]\{?[^}]*\}?/g, '').match(/[^()[\]{}|^$*+?\\]/gu) ?? []
  const words = pattern.match(/[<a-z][a-z</="]{2,}/g) ?? []
  const repeated = new Set([...own, ...words, ' ', '\n', 'a', '0', '<', '"', '-', '.', '< ', '<a'])
  return [...repeated].flatMap((word) => ['', 'a', '<'].map((before) => before + word.repeat(LENGTH / word.length) + '\u0001'))
}

const context = vm.createContext({ expression: null, input: '' })
const script = new vm.Script(`expression.lastIndex = 0; input.replace(expression, '')`)

/** The shortest of several runs, because the machine does other things, too. */
function timeOf(expression: RegExp, input: string, enoughMs: number): number {
  let best = Infinity
  for (let run = 0; run < 4 && best > enoughMs; run += 1) {
    Object.assign(context, { expression, input })
    const begun = cpuMs()
    try {
      script.runInContext(context, { timeout: LIMIT_MS })
    } catch {
      // It took as much processor time as it got.
    }
    best = Math.min(best, cpuMs() - begun)
  }
  return best
}

/** One look at each character, by the tables of Unicode. */
const LINEAR = /[\p{L}\p{N}](?!)/gu
const toGlobal = ({ pattern, flags }: Expression) => new RegExp(pattern, flags.includes('g') || flags.includes('y') ? flags : `${flags}g`)

it('No expression takes more than ten times the time of a linear one for long input', () => {
  const expressions = listExpressions()
  expect(expressions.length).toBeGreaterThan(150)
  const linearMs = Math.max(0.4, timeOf(LINEAR, 'aé0 '.repeat(LENGTH / 4), 0))
  const slow = expressions.filter((expression) => {
    const regex = toGlobal(expression)
    return inputsFor(expression).some((input) => timeOf(regex, input, 10 * linearMs) > 10 * linearMs)
  })
  expect(slow.map(({ name }) => name).filter((name) => !(name in BOUNDED))).toEqual([])
  // What is mended is taken off the list.
  expect(Object.keys(BOUNDED).filter((name) => !expressions.some((expression) => expression.name === name))).toEqual([])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { NOTHING_RAN } from './test-summary.mjs'

/** @throws for a name that is no part */
const readWords = (parts, words) => {
  const end = words.findIndex((word) => !Object.hasOwn(parts, word))
  const names = end === -1 ? words : words.slice(0, end)
  const options = words.slice(names.length)
  if (options.length > 0 && names.length !== 1) {
    throw new Error(`There is no part ${options[0]}; there are ${Object.keys(parts).join(', ')}. Options follow the name of one part.`)
  }
  return { names: names.length === 0 ? Object.keys(parts) : names, options }
}

const readPassed = (memory, content) => {
  try {
    const remembered = JSON.parse(readFileSync(memory, 'utf8'))
    return remembered.content === content ? remembered.passed : []
  } catch {
    return []
  }
}

/** @returns with the lines that say what could be installed to run more */
const runPart = async ({ command, env }, options, print) => {
  const begun = performance.now()
  const child = spawn(process.execPath, [...command, ...options], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const notes = []
  for await (const line of createInterface({ input: child.stdout })) {
    print(line)
    if (line.includes('To run them: ')) notes.push(line)
  }
  const [code] = await closed
  return { code, notes, seconds: Math.round((performance.now() - begun) / 1000) }
}

/**
 * Runs parts one after the other, each in its own process, and ends with a line for each.
 * @param {object} run
 * @param {Record<string, { command: string[], env?: Record<string, string> }>} run.parts
 * @param {string[]} run.words names of parts; or one name, and options for it. `--again` first repeats what has passed
 * @param {string} run.content stands for all files: what has passed with the same content is not repeated
 * @param {string} run.memory the file that remembers it
 * @param {(line: string) => void} run.print
 * @returns {Promise<number>} the exit code
 */
export const runParts = async ({ parts, words, content, memory, print }) => {
  const isAgain = words[0] === '--again'
  const { names, options } = readWords(parts, isAgain ? words.slice(1) : words)
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const summary = []
  const report = (name, result, note) => {
    counts[result] += 1
    summary.push(`${name.padEnd(14)} ${result.padEnd(8)} ${note}`)
  }
  for (const name of names) {
    const passed = readPassed(memory, content)
    if (!isAgain && options.length === 0 && passed.includes(name)) {
      report(name, 'skipped', 'has passed with the same files; --again repeats it')
      continue
    }
    print(`\n## ${name}\n`)
    const { code, seconds, notes } = await runPart(parts[name], options, print)
    report(name, code === 0 ? 'passed' : code === NOTHING_RAN ? 'skipped' : 'failed', `${seconds} s`)
    summary.push(...notes.map((note) => `  ${note}`))
    if (code !== 0 || options.length > 0) continue
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, JSON.stringify({ content, passed: [...new Set([...passed, name])] }))
  }
  for (const line of ['', ...summary, `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`]) print(line)
  return counts.failed === 0 ? 0 : 1
}

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { commands } from '#app/cli/run-command.ts'
import { SETTING_NAMES } from '#platform/process/config.ts'
import { PARTS } from './test-parts.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (file) => readFileSync(join(root, file), 'utf8')
const scripts = JSON.parse(read('package.json')).scripts
const GUIDES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/operating.md', 'docs/development.md']

/** What a guide shows as code: whole lines of its blocks, and words in its text. */
function codeOf(guide) {
  const blocks = []
  const text = read(guide).replaceAll(/^ *```[^]*?^ *```/gm, (block) => {
    blocks.push(...block.split('\n'))
    return ''
  })
  const words = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code]) => code)
  return [...blocks, ...words]
}

const COMMAND = /(?<![\w/.@-])(?:kindred|npm run blog --) +([a-z][^&;|'…]*)/g
const groups = new Set(commands.filter(({ name }) => name.length > 1).map(({ name }) => name[0]))

/** Commands of the blog: `user create --admin`. A group's first word stands for itself in a table. */
const calls = (code) => [...Array.from(code.matchAll(COMMAND), ([, call]) => call), ...(groups.has(code.split(' ')[0]) ? [code] : [])]

/** `kindred service …` is of the installation alone. */
const SERVICE = /^service (?:start|stop|restart|status)\b/

function isCommand(call) {
  if (SERVICE.test(call)) return true
  const words = call.split(/\s+/)
  const command = commands.find(({ name }) => name.every((word, index) => words[index] === word))
  if (!command) return false
  return Array.from(call.matchAll(/--([a-z-]+)/g), ([, flag]) => flag).every((flag) => flag in command.flags)
}

/** Everything that reads variables which are no settings, or declares constants. */
const sources = ['src', 'scripts', 'tests', 'bench', 'deploy']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !/\.(?:png|jpg|webp|avif|snap)$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .concat(read('compose.yaml'))
  .join('\n')

const isVariable = (name) => SETTING_NAMES.includes(name) || new RegExp(`\\b${name}\\b`).test(sources)

it.each(GUIDES)('npm scripts that %s names exist, with the parts of their suite', (guide) => {
  const named = codeOf(guide).flatMap((code) => Array.from(code.matchAll(/\bnpm run ([\w:-]+)/g), ([, name]) => name))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const parts = codeOf(guide).flatMap((code) => Array.from(code.matchAll(/\bnpm run test:all -- ([\w-]+)/g), ([, name]) => name))
  expect(parts.filter((name) => !(name in PARTS))).toEqual([])
})

it.each(GUIDES)('Commands of the blog that %s names exist, with their options', (guide) => {
  expect(
    codeOf(guide)
      .flatMap(calls)
      .filter((call) => !isCommand(call)),
  ).toEqual([])
})

it.each(GUIDES)('Environment variables and constants that %s names exist', (guide) => {
  const named = codeOf(guide).flatMap((code) =>
    Array.from(code.matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|\b([A-Z]{3,})=/g), ([, long, short]) => long ?? short),
  )
  expect(named.filter((name) => !isVariable(name))).toEqual([])
})

it('The guide for operators has enough commands and settings for these checks', () => {
  const code = codeOf('docs/operating.md')
  expect(code.flatMap(calls).length).toBeGreaterThan(30)
  expect(code.filter((word) => SETTING_NAMES.includes(word)).length).toBeGreaterThan(30)
})

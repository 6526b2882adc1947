import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../..')
/** Mails have inline styles. */
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.tsx') && !path.includes('.test.') && !path.includes('web/mail/'),
)

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly name?: { readonly name?: unknown }
}

/** Class names of each element, sorted. */
function* classesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { type, value, name } = node as Node
  if (type === 'JSXAttribute' && name?.name === 'className') {
    const text = (value as Node | null)?.value
    if (typeof text === 'string') yield text.split(/\s+/).toSorted().join(' ')
  }
  for (const child of Object.values(node)) yield* classesIn(child)
}

const found = files.flatMap((path) => {
  const { program } = parseSync(path, readFileSync(join(SRC, path), 'utf8'))
  return Array.from(classesIn(program), (classes) => ({ path, names: classes.split(' '), classes }))
})

test('Three classes that stand together on four elements are a component', () => {
  expect(found.length).toBeGreaterThan(800)
  const elements = Map.groupBy(
    found.filter(({ names }) => names.length >= 3),
    ({ classes }) => classes,
  )
  const repeated = [...elements].filter(([, places]) => places.length >= 4)
  expect(repeated.map(([classes, places]) => `${classes}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

/** What a component or a class of styles/ is for, written out in utilities. */
const BY_HAND: readonly (readonly [instead: string, utilities: readonly string[]])[] = [
  ['card', ['rounded-card', 'border', 'border-line', 'bg-surface']],
  ['stack', ['grid', 'grid-cols-[minmax(0,1fr)]']],
  ['<Badge>', ['rounded-full', 'bg-calm-tint', 'text-calm', 'px-2']],
  ['<Badge>', ['badge']],
  ['<Card>', ['card', 'p-5']],
]
const INSIDE = /^ui\/components\//

test.each(BY_HAND)('%s is not written out as %j', (_, utilities) => {
  const places = found.filter(({ path, names }) => !INSIDE.test(path) && utilities.every((utility) => names.includes(utility)))
  expect(places.map(({ path, classes }) => `${path}: ${classes}`)).toEqual([])
})

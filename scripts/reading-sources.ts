import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { isReadingPage, pageIds } from '#pages/pages.ts'

const root = dirname(import.meta.dirname)
const src = join(root, 'src')

/** What every page shows, and what takes over an island. */
const EVERY_PAGE = [
  'pages/layout/layout.tsx',
  'pages/layout/error-screen.tsx',
  'pages/islands/hydrate-island.tsx',
  'app/web/entry-reader.ts',
]

interface Import {
  readonly path: string
  /** Exports that are used; null for all. */
  readonly names: readonly string[] | null
}

/** Path of a module of the sources; null for anything else. */
const resolveImport = (specifier: string, from: string): string | null => {
  if (specifier.startsWith('#')) return join(src, specifier.slice(1))
  return specifier.startsWith('.') ? resolve(dirname(from), specifier) : null
}

const importsOf = (path: string): { readonly imports: readonly Import[]; readonly reExports: ReadonlyMap<string, Import> } => {
  const code = readFileSync(path, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(path, code).module
  const imports: Import[] = []
  const reExports = new Map<string, Import>()
  const add = (specifier: string, names: Import['names'], into: (found: Import) => void) => {
    const target = resolveImport(specifier, path)
    if (target !== null) into({ path: target, names })
  }
  for (const { moduleRequest, entries } of staticImports) {
    const used = entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? null)
    if (used.length === 0 && entries.length > 0) continue
    const names = used.filter((name) => name !== null)
    add(moduleRequest.value, names.length === used.length ? names : null, (found) => imports.push(found))
  }
  for (const entry of staticExports.flatMap(({ entries }) => entries)) {
    const { moduleRequest, exportName, importName, isType } = entry
    if (moduleRequest === null || isType) continue
    if (exportName.name === null) {
      add(moduleRequest.value, null, (found) => imports.push(found))
      continue
    }
    const names = importName.name === null ? null : [importName.name]
    add(moduleRequest.value, names, (found) => reExports.set(exportName.name ?? '', found))
  }
  for (const { moduleRequest } of dynamicImports) {
    add(code.slice(moduleRequest.start + 1, moduleRequest.end - 1), null, (found) => imports.push(found))
  }
  return { imports, reExports }
}

/** Adds a module and what it reaches; a module's face adds only what is used of it. */
const reach = ({ path, names }: Import, seen: Map<string, Set<string>>): void => {
  if (!existsSync(path) || !/\.tsx?$/.test(path)) return
  const known = seen.get(path)
  const { imports, reExports } = importsOf(path)
  const used = seen.get(path) ?? new Set()
  seen.set(path, used)
  for (const name of names ?? reExports.keys()) {
    const target = reExports.get(name)
    if (target === undefined || used.has(name)) continue
    used.add(name)
    reach(target, seen)
  }
  if (known === undefined) for (const found of imports) reach(found, seen)
}

const pageFile = (id: string): string => {
  const folders = [id, 'legal', 'setup']
  return folders.map((folder) => join(src, 'pages', folder, `${id}.page.tsx`)).find(existsSync) ?? ''
}

/** Modules that may have class names of reading pages, by following their imports. */
export const readingSources = (): readonly string[] => {
  const seen = new Map<string, Set<string>>()
  const entries = [...EVERY_PAGE.map((path) => join(src, path)), ...[...pageIds.filter(isReadingPage), 'not-found'].map(pageFile)]
  for (const path of entries) reach({ path, names: null }, seen)
  return [...seen.keys()].filter((path) => !/\/(contract|server)\/|\.text\.ts$/.test(path)).toSorted()
}

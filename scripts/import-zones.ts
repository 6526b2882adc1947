import { readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** A part of the code base, and globs of what it may import, without the leading `#` of the import specifier. */
export interface ImportZone {
  readonly name: string
  /** Every source file matches the globs of exactly one zone (import-zones.test.ts). */
  readonly files: readonly string[]
  readonly may: readonly string[]
}

const root = join(import.meta.dirname, '..')
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Tests may import everything, also from other zones. */
export const TEST_FILES = ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs']

/** The zones of docs/architecture.md. */
export const zones: readonly ImportZone[] = [
  ...foldersIn('src').map((module) => ({ name: module, files: [`src/${module}/**`], may: ['**'] })),
  { name: 'migrations', files: ['migrations/**'], may: ['*/contract/**', 'migrations/*'] },
  { name: 'samples', files: ['samples/**'], may: ['*/contract/**', 'samples/**'] },
  { name: 'scripts', files: ['scripts/**'], may: ['app/**', 'platform/**', 'tests/support/*'] },
  { name: 'bench', files: ['bench/**'], may: ['**'] },
  { name: 'tests', files: ['tests/**', ...TEST_FILES], may: ['**'] },
]

/** Patterns for oxlint's no-restricted-imports: all imports with `#`, except those that the zone may use. */
export const forbiddenImports = ({ may }: ImportZone): string[] => ['#*/**', ...may.map((glob) => `!#${glob}`)]

/** Names of the zones of a file, by its path from the root. There should be exactly one. */
export const zonesOf = (path: string): string[] => {
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
  const isTest = matches(TEST_FILES)
  return zones.filter((zone) => matches(zone.files) && (zone.name === 'tests' || !isTest)).map((zone) => zone.name)
}

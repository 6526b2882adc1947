import { matchesGlob } from 'node:path'

/** A part of the code base, and globs of what it may import, without the leading `#` of the import specifier. */
export interface ImportZone {
  readonly name: string
  /** Every source file matches the globs of exactly one zone (import-zones.test.ts). */
  readonly files: readonly string[]
  readonly may: readonly string[]
}

/**
 * The modules of `src`, each above those that it may import (docs/architecture.md). A module sees the contract of a lower
 * one and what its public API, `server/index.ts` and `web/index.ts`, exports.
 */
export const MODULES = [
  'operations',
  'import-export',
  'settings',
  'newsletter',
  'comments',
  'writing',
  'posts',
  'accounts',
  'site',
  'media',
] as const

/** Tests may import everything, also from other zones. */
export const TEST_FILES = ['**/*.test.ts', '**/*.test.tsx', '**/*.test.mjs']

const publicApis = (half: 'server' | 'web', modules: readonly string[]) =>
  modules.flatMap((module) => [`${module}/contract/**`, `${module}/${half}/index.ts`])

/** `schema.ts` has types only. */
const serverBase = ['platform/**', 'migrations/schema.ts']
const webBase = ['platform/contract/**', 'ui/**']

const zonesOfModule = (module: string, index: number): readonly ImportZone[] => {
  const lower = MODULES.slice(index + 1)
  return [
    {
      name: `${module}/contract`,
      files: [`src/${module}/contract/**`],
      may: ['platform/contract/**', ...[module, ...lower].map((name) => `${name}/contract/**`)],
    },
    {
      name: `${module}/server`,
      files: [`src/${module}/server/**`],
      may: [...serverBase, ...publicApis('server', lower), `${module}/contract/**`, `${module}/server/**`],
    },
    {
      name: `${module}/web`,
      files: [`src/${module}/web/**`],
      may: [...webBase, ...publicApis('web', lower), `${module}/contract/**`, `${module}/web/**`],
    },
  ]
}

export const zones: readonly ImportZone[] = [
  {
    name: 'app',
    files: ['src/app/**'],
    may: [
      ...serverBase,
      'migrations/*',
      'ui/**',
      'pages/**',
      'app/**',
      ...publicApis('server', MODULES),
      ...publicApis('web', MODULES),
      '*/server/*.command.ts',
    ],
  },
  { name: 'pages', files: ['src/pages/**'], may: [...webBase, 'pages/**', ...publicApis('web', MODULES)] },
  ...MODULES.flatMap(zonesOfModule),
  { name: 'ui', files: ['src/ui/**'], may: webBase },
  { name: 'platform/contract', files: ['src/platform/contract/**'], may: ['platform/contract/**'] },
  { name: 'platform', files: ['src/platform/!(contract)/**'], may: [...serverBase, 'migrations/*'] },

  { name: 'migrations', files: ['migrations/**'], may: ['*/contract/**', 'migrations/*'] },
  { name: 'samples', files: ['samples/**'], may: ['*/contract/**', 'samples/**'] },
  { name: 'scripts', files: ['scripts/**'], may: ['app/**', 'pages/pages.ts', 'platform/**', 'tests/support/**'] },
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

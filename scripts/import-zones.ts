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

/** `schema.ts` has types only. */
const platform = ['contract/**', 'server/platform/**', 'migrations/schema.ts']
const webBase = ['contract/**', 'web/api/**', 'web/page/**', 'web/store/**', 'web/ui/**']

/** Web features that import other features. */
const usedFeatures: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['comments', 'image-upload', 'look', 'moving', 'posts', 'session'],
  look: ['image-upload'],
  moving: ['image-upload'],
}

/** The zones of docs/architecture.md. Each feature and page folder is a zone, and may import no other one, except for `usedFeatures`. */
export const zones: readonly ImportZone[] = [
  { name: 'contract', files: ['src/contract/**'], may: ['contract/**'] },

  { name: 'server/platform', files: ['src/server/platform/**'], may: [...platform, 'migrations/*'] },
  ...foldersIn('src/server/features').map((feature) => ({
    name: `server/features/${feature}`,
    files: [`src/server/features/${feature}/**`],
    may: [...platform, 'server/features/*', `server/features/${feature}/**`],
  })),
  { name: 'server/features, shared', files: ['src/server/features/*.ts'], may: [...platform, 'server/features/**'] },
  {
    name: 'server/backup',
    files: ['src/server/backup/**'],
    may: ['contract/**', 'server/platform/**', 'server/features/**', 'server/backup/**'],
  },
  {
    name: 'server/markdown',
    files: ['src/server/markdown/**'],
    may: [...platform, 'server/features/posts/**', 'server/markdown/**'],
  },
  {
    name: 'server/export',
    files: ['src/server/export/**'],
    may: [...platform, 'server/features/**', 'server/markdown/**', 'server/export/**'],
  },
  {
    name: 'server/imports',
    files: ['src/server/imports/**'],
    may: [...platform, 'server/features/**', 'server/markdown/**', 'server/imports/**'],
  },
  { name: 'server/doctor', files: ['src/server/doctor/**'], may: [...platform, 'migrations/*', 'server/doctor/**'] },
  { name: 'server/cli', files: ['src/server/cli/**'], may: ['contract/**', 'server/**'] },
  { name: 'server/process', files: ['src/server/process/**'], may: ['contract/**', 'server/**'] },
  { name: 'server', files: ['src/server/*.ts'], may: ['contract/**', 'server/**'] },

  { name: 'web/ui', files: ['src/web/ui/**'], may: ['web/ui/**'] },
  { name: 'web/store', files: ['src/web/store/**'], may: ['contract/**', 'web/store/**'] },
  { name: 'web/api', files: ['src/web/api/**'], may: ['contract/**', 'web/store/**', 'web/api/**'] },
  { name: 'web/page', files: ['src/web/page/**'], may: ['contract/**', 'web/api/**', 'web/page/**'] },
  {
    name: 'web/islands',
    files: ['src/web/islands/**'],
    may: [...webBase, 'web/features/**', 'web/layout/**', 'web/pages/**', 'web/islands/**'],
  },
  ...foldersIn('src/web/features').map((feature) => ({
    name: `web/features/${feature}`,
    files: [`src/web/features/${feature}/**`],
    may: [...webBase, 'web/features/*', ...[feature, ...(usedFeatures[feature] ?? [])].map((name) => `web/features/${name}/**`)],
  })),
  { name: 'web/features, shared', files: ['src/web/features/*.{ts,tsx}'], may: [...webBase, 'web/features/**'] },
  // Mails are self-contained: they use no styles, scripts or components of pages.
  { name: 'web/mails', files: ['src/web/mails/**'], may: ['contract/**', 'web/mails/**'] },
  { name: 'web/layout', files: ['src/web/layout/**'], may: [...webBase, 'web/features/**', 'web/layout/**'] },
  ...foldersIn('src/web/pages').map((page) => ({
    name: `web/pages/${page}`,
    files: [`src/web/pages/${page}/**`],
    may: [...webBase, 'web/features/**', 'web/layout/**', 'web/islands/island.tsx', 'web/pages/*', `web/pages/${page}/**`],
  })),
  {
    name: 'web/pages, shared',
    files: ['src/web/pages/*.{ts,tsx}'],
    may: [...webBase, 'web/features/**', 'web/layout/**', 'web/pages/*'],
  },
  { name: 'web', files: ['src/web/*.{ts,tsx}'], may: ['contract/**', 'web/**'] },

  { name: 'migrations', files: ['migrations/**'], may: ['contract/**', 'migrations/*'] },
  { name: 'samples', files: ['samples/**'], may: ['contract/**', 'samples/**'] },
  { name: 'scripts', files: ['scripts/**'], may: ['contract/**', 'server/*', 'server/platform/*', 'server/process/*', 'tests/support/*'] },
  { name: 'bench', files: ['bench/**'], may: ['contract/**', 'server/**', 'web/*', 'tests/support/*'] },
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

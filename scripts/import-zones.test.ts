import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { forbiddenImports, zones, zonesOf } from './import-zones.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const sourceFiles = globSync('{src,migrations,samples,scripts,bench,tests}/**/*.{ts,tsx,mjs}', { cwd: root })

describe('import zones', () => {
  it('contain every source file in exactly one zone', () => {
    const misplaced = sourceFiles.map((path) => ({ path, zones: zonesOf(path) })).filter((file) => file.zones.length !== 1)
    expect(sourceFiles.length).toBeGreaterThan(50)
    expect(misplaced).toEqual([])
  })

  it.each([
    ['src/server/features/posts/posts.store.ts', 'server/features/posts'],
    ['src/server/features/to-user.ts', 'server/features, shared'],
    ['src/server/features/posts/posts.store.test.ts', 'tests'],
    ['src/server/start.ts', 'server'],
    ['src/web/entry-reader.ts', 'web'],
    ['src/web/mails/render-mail.tsx', 'web/mails'],
    ['src/contract/endpoints/posts.ts', 'contract'],
  ])('%s is in %s', (path, zone) => expect(zonesOf(path)).toEqual([zone]))

  it('restrict imports when used as linter patterns', () => {
    const zone = zones.find(({ name }) => name === 'server/features/posts')
    const rules = { 'no-restricted-imports': ['error', { patterns: [{ group: zone && forbiddenImports(zone), message: 'no' }] }] }
    const allowed = [
      '#contract/endpoints/posts.ts',
      '#server/features/to-user.ts',
      '#server/features/posts/a.ts',
      './a.ts',
      'zod',
      'node:fs',
    ]
    const forbidden = [
      '#server/features/users/users.store.ts',
      '#server/app.ts',
      '#web/ui/button.tsx',
      '#web/page/page-head.ts',
      '#migrations/a.ts',
    ]
    const folder = makeFolder({
      '.oxlintrc.json': { categories: { correctness: 'off' }, rules },
      'a.ts': [...allowed, ...forbidden].map((path) => `import '${path}'`).join('\n'),
    })
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=unix', folder], {
      encoding: 'utf8',
    })
    const found = [...stdout.matchAll(/'([^']+)' import is restricted/g)].map((match) => match[1])
    expect(new Set(found)).toEqual(new Set(forbidden))
  })
})

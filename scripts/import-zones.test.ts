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
    ['src/posts/server/posts.store.ts', 'posts'],
    ['src/posts/server/posts.routes.test.ts', 'tests'],
    ['src/app/start.ts', 'app'],
    ['src/posts/contract/posts.endpoints.ts', 'posts'],
  ])('%s is in %s', (path, zone) => expect(zonesOf(path)).toEqual([zone]))

  it('restrict imports when used as linter patterns', () => {
    const zone = zones.find(({ name }) => name === 'migrations')
    const rules = { 'no-restricted-imports': ['error', { patterns: [{ group: zone && forbiddenImports(zone), message: 'no' }] }] }
    const allowed = ['#posts/contract/posts.endpoints.ts', '#migrations/a.ts', './a.ts', 'zod', 'node:fs']
    const forbidden = ['#accounts/server/users/users.store.ts', '#app/app.ts', '#ui/components/button.tsx']
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

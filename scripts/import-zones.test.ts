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
    ['src/posts/server/posts.store.ts', 'posts/server'],
    ['src/posts/server/feeds/feed.ts', 'posts/server'],
    ['src/posts/server/list-posts.test.ts', 'tests'],
    ['src/posts/contract/posts.endpoints.ts', 'posts/contract'],
    ['src/comments/web/comment-form.tsx', 'comments/web'],
    ['src/platform/http/api.ts', 'platform'],
    ['src/platform/contract/limits.ts', 'platform/contract'],
    ['src/app/start.ts', 'app'],
  ])('%s is in %s', (path, zone) => expect(zonesOf(path)).toEqual([zone]))

  it.each([
    {
      name: 'posts/server',
      allowed: [
        '#posts/contract/posts.endpoints.ts',
        '#posts/server/posts.store.ts',
        '#accounts/server/index.ts',
        '#platform/http/api.ts',
        './a.ts',
        'zod',
      ],
      forbidden: [
        '#comments/server/index.ts',
        '#comments/contract/comments.endpoints.ts',
        '#accounts/server/users/users.store.ts',
        '#accounts/web/index.ts',
        '#pages/pages.ts',
        '#app/app.ts',
        '#ui/forms/form.tsx',
      ],
    },
    {
      name: 'comments/web',
      allowed: ['#comments/web/comment-form.tsx', '#posts/web/index.ts', '#ui/forms/form.tsx', '#platform/contract/limits.ts'],
      forbidden: [
        '#newsletter/web/index.ts',
        '#posts/web/post-card.tsx',
        '#posts/server/index.ts',
        '#comments/server/index.ts',
        '#platform/http/api.ts',
      ],
    },
    {
      name: 'platform',
      allowed: ['#platform/contract/limits.ts', '#migrations/schema.ts'],
      forbidden: ['#site/server/index.ts', '#site/contract/look.ts', '#app/contract/endpoints.ts', '#ui/forms/form.tsx'],
    },
  ])('let $name import what is below it through public APIs, and nothing else', ({ name, allowed, forbidden }) => {
    const zone = zones.find((one) => one.name === name)
    const rules = { 'no-restricted-imports': ['error', { patterns: [{ group: zone && forbiddenImports(zone), message: 'no' }] }] }
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

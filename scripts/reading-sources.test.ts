import { join } from 'node:path'
import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isReadingPage, pageIds } from '#pages/pages.ts'
import { readingSources } from './reading-sources.ts'

const root = join(import.meta.dirname, '..')
const sources = readingSources().map((path) => path.slice(root.length + 1))

it('The style of reading pages has the classes of each of these pages', () => {
  const files = globSync('src/pages/*/*.page.tsx', { cwd: root })
  const missing = pageIds.filter(isReadingPage).filter((id) => !sources.some((path) => path.endsWith(`/${id}.page.tsx`)))
  expect(files.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

it('The style of reading pages has the classes of an island that is reached through its page or through a face', () => {
  expect(sources).toContain('src/pages/invitation/invitation-card.island.tsx')
  expect(sources).toContain('src/comments/web/comments-section.island.tsx')
  expect(sources).toContain('src/comments/web/comment-item.tsx')
})

it('The style of reading pages has no class of what only the dashboard reaches through the same face', () => {
  expect(sources).not.toContain('src/comments/web/comments-tab.tsx')
  expect(sources).not.toContain('src/accounts/web/users/users-tab.tsx')
})

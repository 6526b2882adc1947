import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('No test and no script installs system packages', () => {
  const { stdout } = spawnSync(
    'git',
    ['grep', '-lE', `spawn(Sync)?\\(.(apt|apt-get|brew|dnf|apk|sudo)\\b|playwright-core[/]cli`, '--', 'tests', 'scripts', 'bench'],
    {
      encoding: 'utf8',
    },
  )
  expect(stdout).toBe('')
})

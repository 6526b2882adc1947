import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { projectFolder } from '#platform/process/project-folder.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { switchVersion } from './switch-version.ts'

/** Restarts a blog whose watch ends at once. */
const KINDRED = `#!/bin/sh
[ "$2" = status ] && echo "3000 1 ready"
exit 0
`

it('An upgrade that stays deletes the copy of the data, and then its journal', async () => {
  const data = makeFolder({ 'kindred.sqlite': '', 'kindred.sqlite.before-upgrade': 'all accounts of before' })
  const home = makeFolder({ kindred: KINDRED, settings: `DATA_DIR=${data}\n` })
  chmodSync(join(home, 'kindred'), 0o755)
  mkdirSync(join(home, 'versions/0.2.0-b'), { recursive: true })
  symlinkSync('versions/0.2.0-b', join(home, 'current'))
  const installation = {
    home,
    data,
    user: userInfo().username,
    settings: join(home, 'settings'),
    source: '',
    id: '0.1.0-a',
    folder: fileURLToPath(projectFolder),
    command: join(home, 'kindred'),
  }
  const lines: string[] = []
  await switchVersion({ installation, id: '0.2.0-b', isMigrating: true, watchSeconds: 5, out: (line) => lines.push(line) })
  expect(readdirSync(data)).toEqual(['kindred.sqlite'])
  expect(existsSync(join(home, 'upgrade.env'))).toBe(false)
  expect(lines).toEqual(['0.2.0-b serves. It takes no comments and posts for 5 s.'])
})

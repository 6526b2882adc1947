import { truncateSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { projectFolder } from '#platform/process/project-folder.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { type Installation, migrationsOf } from './installation.ts'
import { checkUpgrade } from './upgrade-blog.ts'

const TERABYTE = 1024 ** 4

it('An upgrade needs room for copies of the database on the disk of the data', async () => {
  const folder = fileURLToPath(projectFolder)
  const data = makeFolder({ 'kindred.sqlite': '' })
  const home = makeFolder({ settings: `DATA_DIR=${data}\n` })
  const installation: Installation = {
    home,
    data,
    user: userInfo().username,
    settings: join(home, 'settings'),
    source: '',
    id: '0.1.0-a',
    folder,
    command: '',
  }
  const from = makeFolder({
    'package.json': '{}',
    'scripts/install-version.mjs': "console.log('0.2.0-b')",
    ...Object.fromEntries(migrationsOf(folder).map((name) => [`migrations/${name}.ts`, ''])),
  })
  const lines: string[] = []
  const check = () => checkUpgrade({ installation, from, watchSeconds: 5, out: (line) => lines.push(line) })
  await check()
  expect(lines).toContain(`${from} can be installed: 0.2.0-b, after 0.1.0-a.`)
  truncateSync(join(data, 'kindred.sqlite'), TERABYTE)
  await expect(check()).rejects.toThrow(/^\d+ MB are free on the disk of .*; 3146428 MB are needed\. Nothing was changed\.$/)
})

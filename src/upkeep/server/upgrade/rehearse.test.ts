import { chmodSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import type { Installation } from './installation.ts'
import { rehearse } from './rehearse.ts'

/** Writes a file into its empty data folder. */
const CLI = `
import { readdirSync, writeFileSync } from 'node:fs'
const folder = process.env.DATA_DIR
if (readdirSync(folder).length > 0) throw new Error('there is something in the folder')
writeFileSync(folder + '/kindred.sqlite', process.argv.slice(2).join(' '))
`
const blogWithStatus = (status: number) => `
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const server = createServer((request, response) => response.writeHead(${status}).end(readFileSync(process.env.DATA_DIR + '/kindred.sqlite')))
server.listen(0, '127.0.0.1', () => console.log('Kindred is ready: http://127.0.0.1:' + server.address().port))
`

function makeVersion(status: number): string {
  const folder = makeFolder({ 'src/app/cli/main.ts': CLI, 'src/app/process/main.mjs': blogWithStatus(status) })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  return folder
}

const installed = (data: string, user = userInfo().username): Installation => ({
  home: '',
  data,
  user,
  settings: '',
  source: '',
  id: '0.1.0-a',
  folder: '',
  command: '',
})

describe('The rehearsal of an upgrade', () => {
  it('works in an empty folder, and leaves nothing there, whether it succeeds or fails', async () => {
    const data = makeFolder({ 'kindred.sqlite': '', '.rehearsal/left-by-one-that-was-killed': '' })
    await rehearse(installed(data), makeVersion(200), 'backup.tar')
    await expect(rehearse(installed(data), makeVersion(500), 'backup.tar')).rejects.toThrow('its first page has the status 500')
    expect(readdirSync(data)).toEqual(['kindred.sqlite'])
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'changes the data folder as the account of the blog, which could lead root elsewhere by a link',
    async () => {
      const data = makeFolder()
      chmodSync(data, 0o755)
      await expect(rehearse(installed(data, 'daemon'), makeVersion(200), 'backup.tar')).rejects.toThrow(/mkdir: .*Permission denied/)
      expect(readdirSync(data)).toEqual([])
    },
  )
})

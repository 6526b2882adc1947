import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from './file-store.ts'
import { createFolderFileStore } from './folder-file-store.ts'

describe('A folder of files', () => {
  let folder: string
  let files: FileStore
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-files-'))
    await writeFile(join(folder, 'outside.txt'), 'outside')
    files = createFolderFileStore(join(folder, 'files'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const bytes = (text: string) => new TextEncoder().encode(text)
  const read = async (key: string) => {
    const found = await files.read(key)
    return found && new TextDecoder().decode(found)
  }

  it('returns what was written, and leaves no temporary file', async () => {
    await files.write('abc-1/a.webp', bytes('one'))
    await files.write('abc-1/a.webp', bytes('two'))
    expect(await read('abc-1/a.webp')).toBe('two')
    expect(await readdir(join(folder, 'files/abc-1'))).toEqual(['a.webp'])
  })

  it('lists the complete files of a folder', async () => {
    await files.write('list/b.webp', bytes('b'))
    await files.write('list/a.webp', bytes('a'))
    await writeFile(join(folder, 'files/list/c.webp.0123456789ab.part'), 'half')
    expect(await files.list('list')).toEqual(['a.webp', 'b.webp'])
    expect(await files.list('nothing')).toEqual([])
    await expect(files.list('../files')).rejects.toThrow('Not a key')
  })

  const foreign = [
    '../outside.txt',
    'a/../../outside.txt',
    '/etc/passwd',
    'a/b/c',
    'a/',
    'a\\b/c',
    'a/b\0',
    `${'x'.repeat(41)}/a`,
    '../files/abc-1',
  ]

  it.each([...foreign, 'nothing/here.webp', 'a/x..y'])('has nothing at %j', async (key) => {
    expect(await files.read(key)).toBeUndefined()
  })

  it.each(foreign)('writes nothing at %j', async (key) => {
    await expect(files.write(key, bytes('x'))).rejects.toThrow('Not a key of the file store')
  })
})

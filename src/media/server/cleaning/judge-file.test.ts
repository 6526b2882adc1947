import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FILE_TYPES, type FileEnding } from '#media/contract/file-address.ts'
import { SMALL_FILES } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { judgeFile } from './judge-file.ts'

/** Older versions stored these. */
const CLOSED = ['doc', 'xls', 'ppt', 'rtf', 'epub', 'zip']

describe('Checking files', () => {
  const judge = async (name: string, bytes: Buffer | string) => {
    const path = join(makeFolder(), 'file')
    await writeFile(path, bytes)
    return judgeFile(path, name)
  }

  const endings = Object.keys(FILE_TYPES) as FileEnding[]
  const open = endings.filter((ending) => !CLOSED.includes(ending))
  const isPlayed = (ending: FileEnding) => ['video', 'audio'].includes(FILE_TYPES[ending].kind)
  const bytesOf = (ending: FileEnding) => SMALL_FILES[ending] ?? Buffer.alloc(0)

  it.each(open)('.%s accepts its own content, and no empty file', async (ending) => {
    const { byteLength: size } = bytesOf(ending)
    const judged = isPlayed(ending) ? { kind: 'played', size } : { kind: 'document', ending, size }
    expect(await judge(`A file.${ending.toUpperCase()}`, bytesOf(ending))).toEqual(judged)
    await expect(judge(`x.${ending}`, '')).rejects.toThrow('empty')
  })

  it.each(open.filter((ending) => !isPlayed(ending)))('.%s rejects HTML', async (ending) => {
    await expect(judge(`x.${ending}`, '<html><script>alert(1)</script>')).rejects.toThrow('not what its ending says')
  })

  it.each(CLOSED)('.%s is refused, since it cannot be cleaned', async (ending) => {
    await expect(judge(`x.${ending}`, SMALL_FILES[ending] ?? '')).rejects.toThrow('save it as PDF')
  })

  it.each([
    ['page.html', 'can run scripts'],
    ['drawing.SVG', 'can run scripts'],
    ['feed.xml', 'can run scripts'],
    ['code.js', 'can run scripts'],
    ['program.exe', 'can run scripts'],
    ['letter.pdf.php', 'can run scripts'],
    ['archive.rar', 'no files of this kind'],
    ['no ending', 'no files of this kind'],
    ['.pdf/', 'no files of this kind'],
    ['pdf', 'no files of this kind'],
  ])('%s is refused: %s', async (name, reason) => {
    await expect(judge(name, '%PDF-1.7')).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining(reason) })
  })

  it.each([
    ['a.txt', '\uFEFF  <!DOCTYPE html>'],
    ['a.csv', '<svg onload=x>'],
    ['a.ics', '<?xml version="1.0"?>'],
    ['a.txt', 'words\0words'],
    ['a.pdf', `${' '.repeat(1024)}%PDF-1.7`],
    ['a.docx', 'words'],
  ])('%s with other content is refused', async (name, bytes) => {
    await expect(judge(name, bytes)).rejects.toThrow('not what its ending says')
  })

  it('A document of Word with a password is refused for that', async () => {
    await expect(judge('a.docx', SMALL_FILES['doc'] ?? '')).rejects.toThrow('locked with a password')
  })
})

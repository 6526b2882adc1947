import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contentOf, PLANTED_FILES } from '#tests/support/planted/planted-files.ts'
import { holdsSecret } from '#tests/support/planted/secrets.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'

it('There are at least 150 kinds of planted files', () => {
  expect(PLANTED_FILES.length).toBeGreaterThanOrEqual(150)
})

it.each(PLANTED_FILES.map((file) => [file.title, file] as const))('A clean file does not hold the %s', async (_, file) => {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
  const planted = file.make()
  expect(holdsSecret(contentOf(file, planted), file.secret)).toBe(true)
  await writeFile(from, planted)
  await cleanFile({ from, to, name: file.name, ffmpegPath: null }, () => {})
  expect(holdsSecret(contentOf(file, await readFile(to)), file.secret)).toBe(false)
})

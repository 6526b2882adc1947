import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SHOWN } from '#tests/cases/planted/office-files.ts'
import { contentOf, PLANTED_FILES } from '#tests/cases/planted/planted-files.ts'
import { holdsSecret } from '#tests/cases/planted/secrets.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'

it('There are at least 1,000 kinds of planted files', () => {
  expect(PLANTED_FILES.length).toBeGreaterThanOrEqual(1000)
})

/** Every secret at every place; without a sweep another secret at each place. */
it('A clean file holds no secret, wherever it was planted, and all that its readers see', async () => {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
  const failed: string[] = []
  for (const file of takeSome(PLANTED_FILES, 6)) {
    const planted = file.make()
    const before = contentOf(file, planted)
    if (!holdsSecret(before, file.secret)) failed.push(`nothing was planted: ${file.title}`)
    await writeFile(from, planted)
    const problem = await cleanFile({ from, to, name: file.name, ffmpegPath: null }, () => {}).catch((error: unknown) => String(error))
    const after = typeof problem === 'string' ? Buffer.alloc(0) : contentOf(file, await readFile(to))
    if (typeof problem === 'string') failed.push(`${problem}: ${file.title}`)
    // Each file has further tags of its own.
    if (holdsSecret(after, file.secret) || after.includes('SECRETX')) failed.push(`it is still there: ${file.title}`)
    if (before.includes(SHOWN) && !after.includes(SHOWN)) failed.push(`the text is gone: ${file.title}`)
  }
  expect(failed).toEqual([])
})

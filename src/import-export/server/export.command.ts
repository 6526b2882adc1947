import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'
import { openStorage } from '#media/server/index.ts'
import type { Command } from '#platform/cli/command.ts'
import { openProgress } from '#platform/cli/progress.ts'

export const exportCommand: Command = {
  name: ['export'],
  usage: 'export FILE.zip',
  summary:
    'Writes every post and page, with comments, pictures and files, and the words and look of the blog into a new zip file, which any browser opens and `import` reads.',
  flags: {},
  words: 1,
  async run({ db, config, words: [name], out }) {
    if (name === undefined) throw new AppError('bad_request', 'Please name a new file: npm run blog -- export FILE.zip')
    const path = resolve(name)
    // The other commands do not load the formats.
    const [{ exportBlog, nothingExported }, { writeZip }] = await Promise.all([
      import('./export/export-blog.ts'),
      import('./formats/write-zip.ts'),
    ])
    const { files: storage } = await openStorage(config.storage)
    const progress = openProgress('posts')
    const exported = nothingExported()
    const parts = { db, files: storage, publicUrl: config.publicUrl, siteConfig: config.site, now: Date.now }
    try {
      await pipeline(writeZip(exportBlog(parts, exported, progress.show)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new AppError('conflict', `There is a file ${path} already. Please name a new one.`)
      await rm(path, { force: true })
      throw error
    } finally {
      progress.end()
    }
    const { posts, pages, comments, files, missing } = exported
    for (const line of missing) out(line)
    out(`Wrote ${posts} posts, ${pages} pages, ${comments} comments and ${files} pictures and files to ${path}.`)
  },
}

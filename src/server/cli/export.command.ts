import { resolve } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { exportMarkdown } from '#server/export/export-markdown.ts'
import { prepareStorage } from '#server/start.ts'
import type { Command } from './command.ts'
import { openProgress } from './progress.ts'

export const exportCommand: Command = {
  name: ['export'],
  usage: 'export [--format markdown] FOLDER',
  summary: 'Writes every post and page, with comments and pictures, and the words and look of the blog as plain files into a new folder.',
  flags: { format: { type: 'string', default: 'markdown', value: 'FORMAT', help: 'markdown, the only one' } },
  words: 1,
  async run({ db, config, flags, words: [folder], out }) {
    if (flags['format'] !== 'markdown') throw new AppError('bad_request', 'The only format is markdown.')
    if (folder === undefined) throw new AppError('bad_request', 'Please name a new folder: npm run blog -- export FOLDER')
    const { files } = await prepareStorage(config)
    const progress = openProgress('posts')
    const parts = { db, files, publicUrl: config.publicUrl, siteConfig: config.site }
    const { posts, pages, comments, pictures, problems } = await exportMarkdown(parts, resolve(folder), progress.show)
    progress.end()
    for (const problem of problems) out(problem)
    out(`Wrote ${posts} posts, ${pages} pages, ${comments} comments and ${pictures} pictures to ${resolve(folder)}.`)
  },
}

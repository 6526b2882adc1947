import { resolve } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { openStorage } from '#media/server/index.ts'
import type { Command } from '#platform/cli/command.ts'
import { openProgress } from '#platform/cli/progress.ts'

/** The other commands do not load the formats. */
const EXPORTS = {
  markdown: async () => (await import('./export/export-markdown.ts')).exportMarkdown,
  wxr: async () => (await import('./export/wxr/export-wxr.ts')).exportWxr,
}
type Format = keyof typeof EXPORTS
const isFormat = (name: unknown): name is Format => typeof name === 'string' && Object.hasOwn(EXPORTS, name)

export const exportCommand: Command = {
  name: ['export'],
  usage: 'export FOLDER [--format markdown|wxr]',
  summary:
    'Writes every post and page, with comments, pictures and files, and the words and look of the blog into a new folder: as plain files, or as WordPress reads them.',
  flags: {
    format: {
      type: 'string',
      default: 'markdown',
      value: 'FORMAT',
      help: 'markdown for plain files, the default; wxr for WordPress. `import` reads both',
    },
  },
  words: 1,
  async run({ db, config, flags: { format }, words: [folder], out }) {
    if (!isFormat(format)) throw new AppError('bad_request', `--format is markdown or wxr; it is '${String(format)}'.`)
    if (folder === undefined) throw new AppError('bad_request', 'Please name a new folder: npm run blog -- export FOLDER')
    const writeExport = await EXPORTS[format]()
    const { files } = await openStorage(config.storage)
    const progress = openProgress('posts')
    const parts = { db, files, publicUrl: config.publicUrl, siteConfig: config.site, now: Date.now }
    const { posts, pages, comments, pictures, problems } = await writeExport(parts, resolve(folder), progress.show)
    progress.end()
    for (const problem of problems) out(problem)
    out(`Wrote ${posts} posts, ${pages} pages, ${comments} comments and ${pictures} pictures and files to ${resolve(folder)}.`)
  },
}

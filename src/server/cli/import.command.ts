import { join, resolve } from 'node:path'
import { v7 as newId } from 'uuid'
import { AppError } from '#contract/errors.ts'
import { createPictureWorkers } from '#server/features/files/picture-workers.ts'
import { importBlog, type ImportResult } from '#server/imports/import-blog.ts'
import type { ImportOptions } from '#server/imports/import-run.ts'
import { readCategoryMapping } from '#server/imports/map-category.ts'
import { createFileDownloader } from '#server/imports/files/download-file.ts'
import { checkPeopleChoices, readIncludes } from '#server/imports/read-choices.ts'
import { createPictureDownloader } from '#server/imports/pictures/download-picture.ts'
import type { Config } from '#server/platform/config.ts'
import { createOutbox } from '#server/platform/mail/outbox.ts'
import { prepareStorage } from '#server/start.ts'
import { type Command, type CommandContext, type Flag, type Flags, textFlag } from './command.ts'
import { finishImport } from './finish-import.ts'
import { describeCommand } from './help.ts'
import { openProgress } from './progress.ts'

const FLAGS: Readonly<Record<string, Flag>> = {
  'dry-run': { type: 'boolean', help: 'prints what would be imported, and writes nothing' },
  author: { type: 'string', value: 'EMAIL', help: 'the admin whose posts they will be, where the author has no account here' },
  pictures: { type: 'string', value: 'FOLDER', help: 'a copy of wp-content/uploads or content/images, asked before the old site' },
  site: { type: 'string', value: 'ADDRESS', help: 'where the old blog is, for exports of Ghost, which do not say' },
  category: { type: 'string', multiple: true, value: 'NAME=OURS', help: 'a category of theirs and the one of ours; as often as needed' },
  with: {
    type: 'string',
    multiple: true,
    value: 'WHAT',
    help: 'what comes, too: drafts, pages, private, people, tags; one or several with commas',
  },
  members: { type: 'string', value: 'FILE', help: 'a list of members that Ghost has exported (CSV), for --with people' },
  invite: { type: 'boolean', help: 'mails people their invitations; without it nobody is mailed, and their links are in a file' },
  'no-fetch': { type: 'boolean', help: 'fetches nothing from other sites' },
}

/** Imports another blog's posts, also while Kindred is running. */
export const importCommand: Command = {
  name: ['import'],
  usage: 'import FILE|FOLDER [--dry-run]',
  summary: 'Takes over a WordPress export, a Ghost export or a Markdown folder; without a name, says how.',
  flags: FLAGS,
  words: 1,
  async run(context) {
    const { flags, words } = context
    const [path] = words
    if (path === undefined) throw new AppError('bad_request', `Please name the file or folder.\n${describeCommand(importCommand)}`)
    await finishImport(context, await runImport(context, resolve(path)), flags['dry-run'] === true)
  },
}

async function runImport({ db, config, flags, out }: CommandContext, path: string): Promise<ImportResult> {
  const categories = readCategoryMapping((flags['category'] ?? []) as readonly string[])
  const site = readSite(textFlag(flags, 'site') ?? null)
  const pictures = textFlag(flags, 'pictures') ?? null
  const choices = readChoices(flags, config)
  const { files } = await prepareStorage(config)
  const workers = createPictureWorkers()
  const stop = new AbortController()
  const progress = openProgress('posts')
  const onStop = () => {
    progress.end()
    out('Finishing this post, then stopping …')
    stop.abort()
  }
  for (const signal of STOP_SIGNALS) process.once(signal, onStop)
  try {
    return await importBlog(
      { db, files, workers, now: Date.now, newId, outbox: createOutbox({ now: Date.now, newId, wake: () => {} }) },
      {
        path,
        publicUrl: config.publicUrl,
        siteConfig: config.site,
        isDryRun: flags['dry-run'] === true,
        ...choices,
        invitationsFolder: join(config.dataDir, 'imports'),
        author: textFlag(flags, 'author') ?? null,
        pictures: pictures === null ? null : resolve(pictures),
        site,
        categories,
        downloadPicture: flags['no-fetch'] === true ? null : createPictureDownloader(),
        downloadFile: flags['no-fetch'] === true ? null : createFileDownloader({ folder: config.dataDir }),
        signal: stop.signal,
        onProgress: ({ done, total, pictures: count }) => progress.show(done, total, `, ${count} new pictures`),
      },
    )
  } finally {
    progress.end()
    workers.close()
    for (const signal of STOP_SIGNALS) process.removeListener(signal, onStop)
  }
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** @throws bad_request */
function readChoices(flags: Flags, config: Config): Pick<ImportOptions, 'include' | 'members' | 'invitesByMail'> {
  const members = textFlag(flags, 'members')
  const choices = {
    include: readIncludes((flags['with'] ?? []) as readonly string[]),
    members: members === undefined ? null : resolve(members),
    invitesByMail: flags['invite'] === true,
  }
  checkPeopleChoices({ ...choices, hasMail: config.mail !== null })
  return choices
}

/** @throws bad_request */
function readSite(site: string | null): string | null {
  if (site === null) return null
  if (!/^https?:/.test(site) || !URL.canParse(site))
    throw new AppError('bad_request', `--site must be an address like https://old.example.org; it is '${site}'.`)
  return site.replace(/\/+$/, '')
}

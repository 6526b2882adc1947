import { withoutTrailingSlashes } from '#platform/contract/paths.ts'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { v7 as newId } from 'uuid'
import { AppError } from '#platform/contract/errors.ts'
import { createMediaWorkers, openStorage } from '#media/server/index.ts'
import { createFileDownloader } from '#moving/server/writer/files/download-file.ts'
import { unpackArchive } from '#moving/server/readers/own/unpack-archive.ts'
import { importBlog, type ImportResult } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions } from '#moving/server/writer/import-run.ts'
import { readCategoryMapping } from '#moving/server/writer/posts/category-of-post.ts'
import { createPictureDownloader } from '#moving/server/writer/files/download-picture.ts'
import { checkPeopleChoices, readIncludes } from './read-choices.ts'
import type { Config } from '#platform/process/config.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { type CommandContext, type Flags, textFlag } from '#platform/cli/command.ts'
import { finishImport } from './finish-import.ts'
import { openProgress } from '#platform/cli/progress.ts'

/** Imports the file or folder, and prints the result. Ctrl-C stops it after the current post. */
export async function importFromTerminal(context: CommandContext, path: string): Promise<void> {
  await finishImport(context, await importUntilStopped(context, path), context.flags['dry-run'] === true)
}

async function importUntilStopped({ db, config, flags, out }: CommandContext, path: string): Promise<ImportResult> {
  const categories = readCategoryMapping((flags['category'] ?? []) as readonly string[])
  const site = readSite(textFlag(flags, 'site') ?? null)
  const pictures = textFlag(flags, 'pictures') ?? null
  const choices = readChoices(flags, config)
  const { files } = await openStorage(config.storage)
  const workers = createMediaWorkers({ folder: config.dataDir, ffmpegPath: config.ffmpegPath })
  const unpacked = join(config.dataDir, 'imports', `unpacked-${newId()}`)
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
        path: await unpackArchive(path, unpacked),
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
    await rm(unpacked, { recursive: true, force: true })
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
  return withoutTrailingSlashes(site)
}

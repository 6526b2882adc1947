import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { v7 as newId } from 'uuid'
import type { MediaWorkers } from '#media/server/index.ts'
import type { ImportOptions, ImportParts } from '#moving/server/writer/import-run.ts'
import { createFileDownloader } from '#moving/server/writer/files/download-file.ts'
import { createPictureDownloader } from '#moving/server/writer/files/download-picture.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { TEST_ORIGIN, TEST_SITE, type TestApp } from './test-app.ts'

/** @param workers default: those of the app, which all test files of a process share */
export const importPartsOf = ({ db, storage, clock, workers: shared }: TestApp, workers: MediaWorkers = shared): ImportParts => ({
  db,
  files: storage.files,
  workers,
  now: () => clock.now,
  newId,
  outbox: createOutbox({ now: () => clock.now, newId, wake: () => {} }),
})

/** Options of the command line, except that pictures may come from loopback. */
export const importOptions = (path: string, more: Partial<ImportOptions> = {}): ImportOptions => ({
  path,
  publicUrl: TEST_ORIGIN,
  siteConfig: TEST_SITE,
  isDryRun: false,
  include: new Set(),
  author: null,
  pictures: null,
  site: null,
  categories: new Map(),
  members: null,
  invitesByMail: false,
  invitationsFolder: join(dirname(path), 'imports'),
  downloadPicture: createPictureDownloader({ allowLoopback: true, retryMs: 1 }),
  downloadFile: createFileDownloader({ folder: tmpdir(), allowLoopback: true, retryMs: 1 }),
  ...more,
})

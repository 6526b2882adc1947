import { tmpdir } from 'node:os'
import { v7 as newId } from 'uuid'
import type { MediaWorkers } from '#media/server/index.ts'
import type { ImportOptions, ImportParts } from '#import-export/server/writer/import-run.ts'
import { createFileFetcher } from '#import-export/server/writer/files/fetch-file.ts'
import { TEST_ORIGIN, TEST_SITE, type TestApp } from '#tests/support/test-app.ts'

/** @param workers default: those of the app, which all test files of a process share */
export const importPartsOf = ({ db, storage, clock, workers: shared }: TestApp, workers: MediaWorkers = shared): ImportParts => ({
  db,
  files: storage.files,
  workers,
  now: () => clock.now,
  newId,
})

/** Options of the command line, except that pictures may come from loopback. A path is one import, however often it runs. */
export const importOptions = (path: string, more: Partial<ImportOptions> = {}): ImportOptions => ({
  importId: path,
  path,
  publicUrl: TEST_ORIGIN,
  siteConfig: TEST_SITE,
  authorId: null,
  pictures: null,
  site: null,
  fetchFile: createFileFetcher(tmpdir(), { allowLoopback: true, retryMs: 1 }),
  ...more,
})

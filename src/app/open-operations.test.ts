import { expect, test } from 'vitest'
import { loadConfig } from '#platform/process/config.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { openOperations } from './open-operations.ts'

const blog = useTestApp('sqlite')

test('The server and sender of mail are shown without user and password', async () => {
  const { folder, db, locks, logger, storage, processes, clock } = blog()
  const settings = { DATA_DIR: folder, SMTP_URL: 'smtp://ruth:hunter2@mail.example.org:587', MAIL_FROM: 'Us <us@example.org>' }
  await using parts = new AsyncDisposableStack()
  const ending = new AbortController().signal
  const sources = { db, locks, logger, storage, processes, now: () => clock.now, whenServing: () => {} }
  const { mail } = await openOperations({ ...sources, config: loadConfig(settings), parts, ending })
  expect(mail).toEqual({ host: 'mail.example.org:587', from: 'Us <us@example.org>' })
})

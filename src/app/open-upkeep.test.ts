import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openUpkeep } from './open-upkeep.ts'
import { loadConfig } from '#platform/process/config.ts'
import type { Elsewhere } from '#upkeep/server/elsewhere/open-elsewhere.ts'
import type { Restore } from '#upkeep/server/restore/open-restore.ts'
import type { Backups } from '#upkeep/server/backup/open-backups.ts'

const open = async (env: Record<string, string>, problems: readonly string[] = []) => {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-upkeep-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = loadConfig({ DATA_DIR: folder, ...env })
  return openUpkeep({
    config,
    backups: {} as Backups,
    elsewhere: {} as Elsewhere,
    restore: {} as Restore,
    backupRules: { setting: null },
    isPublicUrlSet: false,
    problems: async () => problems,
    now: () => 1,
  })
}

test('The server and sender of mail are shown without user and password', async () => {
  const { mail } = await open({ SMTP_URL: 'smtp://ruth:hunter2@mail.example.org:587', MAIL_FROM: 'Us <us@example.org>' })
  expect(mail).toEqual({ host: 'mail.example.org:587', from: 'Us <us@example.org>' })
})

test('Readiness problems and mistakes in the settings are findings in plain words', async () => {
  const { findings } = await open({ HOST: '0.0.0.0', DATA_DIR: '/nowhere/at/all' }, ['The storage of the pictures cannot be reached.'])
  const found = await findings()
  expect(found).toMatchObject([
    { subject: 'Blog', isWrong: true, says: 'The storage of the pictures cannot be reached.' },
    { subject: 'Address', isWrong: true, says: 'The blog listens on 0.0.0.0, but PUBLIC_URL is not set.' },
    { subject: 'Data folder', isWrong: true, says: 'It cannot be read (ENOENT).' },
  ])
  expect(JSON.stringify(found)).not.toContain('/nowhere')
})

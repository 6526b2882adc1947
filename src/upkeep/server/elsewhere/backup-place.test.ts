import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmBackupKey,
  copyBackupNow,
  createBackupKey,
  getBackupPlace,
  removeBackupPlace,
  saveBackupPlace,
} from '#upkeep/contract/backup-place.endpoints.ts'
import { listCopies } from '#upkeep/contract/restore.endpoints.ts'
import { createBackup } from '#upkeep/contract/upkeep.endpoints.ts'
import { listTroubles } from '#upkeep/server/status/troubles.ts'
import { alarmAdmins } from '#upkeep/server/status/backup-alarm.ts'
import { backupName } from '#upkeep/server/backup/backup-names.ts'
import { backUpIfDue } from '#upkeep/server/backup/daily-backups.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { placeUrl } from '#platform/process/place-settings.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { missingSshd, type SftpServer, startSftpServer } from '#tests/support/sftp-server.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { readMembers } from '#tests/support/backup-files.ts'
import { findJob } from '#upkeep/server/jobs/jobs.store.ts'
import { COPY_JOB, copyIfDue } from './copy-elsewhere.ts'

describe('The other place of backups', unlessMissing(missingSshd), () => {
  onEachEngine('in the dashboard', (engine) => {
    const blog = useTestApp(engine)
    let server: SftpServer
    let admin: TestUser
    beforeAll(async () => {
      server = await startSftpServer()
      admin = await blog().makeAdmin()
      await blog().makePost()
    })
    afterAll(() => server.stop())

    const secret = () => ('privateKey' in server.settings.secret ? server.settings.secret.privateKey : '')
    const body = (more: object = {}) => ({ url: placeUrl(server.settings), secret: secret(), hostKey: server.settings.hostKey, ...more })
    const parts = () => {
      const { db, locks, logger, clock, folder } = blog()
      return { db, locks, logger, setting: null, folder: join(folder, 'backups'), now: () => clock.now }
    }
    const troubles = () =>
      listTroubles({
        db: blog().db,
        now: blog().clock.now,
        mailsPerDay: null,
        backups: { isDaily: true, setting: null },
        freeBytes: async () => null,
      })

    it('is tried before it is stored, with the key of the machine shown first, and its credentials leave the server never again', async () => {
      expect(await admin.call(getBackupPlace)).toMatchObject({ url: null, hasKey: false })
      for (const url of ['ftp://nothing', 'sftp://u@127.0.0.1:0/x', 'sftp://u@127.0.0.1:65536/x', 's3://'])
        await expect(admin.call(saveBackupPlace, { body: body({ url }) })).rejects.toMatchObject({ field: 'url' })
      for (const endpoint of ['http://127.0.0.1:99999', 'https://[', 's3.example.org']) {
        const bucket = { url: 's3://our-backups', accessKeyId: 'key', secret: 'secret', endpoint }
        await expect(admin.call(saveBackupPlace, { body: bucket })).rejects.toMatchObject({ field: 'endpoint' })
      }
      await blog().db.deleteFrom('rate_limits').execute()
      // A form sends an empty region: the usual one.
      const bucket = { url: 's3://our-backups', accessKeyId: 'key', secret: 'secret', endpoint: 'http://127.0.0.1:1', region: '' }
      await expect(admin.call(saveBackupPlace, { body: bucket })).rejects.toMatchObject({ code: 'unavailable' })
      await expect(admin.call(saveBackupPlace, { body: body({ secret: '' }) })).rejects.toMatchObject({ field: 'secret' })
      await expect(admin.call(saveBackupPlace, { body: body({ hostKey: null }) })).rejects.toMatchObject({
        code: 'conflict',
        field: 'hostKey',
        message: expect.stringContaining(String(server.settings.hostKey)),
      })
      expect((await admin.call(getBackupPlace)).url).toBeNull()
      const saved = await admin.call(saveBackupPlace, { body: body() })
      expect(saved).toMatchObject({ url: placeUrl(server.settings), hostKey: server.settings.hostKey, hasKey: false })
      // Empty keeps the stored secret, for the same machine and user alone.
      await admin.call(saveBackupPlace, { body: body({ secret: '' }) })
      await expect(
        admin.call(saveBackupPlace, { body: body({ secret: '', url: placeUrl({ ...server.settings, host: 'evil.example' }) }) }),
      ).rejects.toMatchObject({ field: 'secret' })
      blog().clock.advance(HOUR_MS)
      await expect(admin.call(saveBackupPlace, { body: body() })).rejects.toMatchObject({ code: 'recent_sign_in_required' })
      await expect(admin.call(createBackupKey)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
      await expect(admin.call(confirmBackupKey, { body: { keyFile: 'x', passphrase: 'x' } })).rejects.toMatchObject({
        code: 'recent_sign_in_required',
      })
      await expect(admin.call(removeBackupPlace)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
      blog().clock.advance(-HOUR_MS)
      const line = secret().split('\n')[2] ?? ''
      const seen = [
        JSON.stringify(await admin.call(getBackupPlace)),
        blog().logLines.join('\n'),
        JSON.stringify((await admin.get('/api/user/data')).body),
      ]
      expect(seen.join('\n')).not.toContain(line)
    })

    it('says on the overview that the passphrase is missing, then gets the newest backup, which holds no credentials', async () => {
      expect(await troubles()).toMatchObject([{ says: expect.stringContaining('passphrase has not been made') }])
      const { passphrase, keyName, keyFile } = await admin.call(createBackupKey)
      expect(passphrase).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
      // Nothing uses it before an admin has typed it: the response may have been lost, or nobody wrote it down.
      expect((await admin.call(getBackupPlace)).hasKey).toBe(false)
      const confirm = (typed: string, file = keyFile) => admin.call(confirmBackupKey, { body: { keyFile: file, passphrase: typed } })
      await expect(confirm('not-the-right-one')).rejects.toMatchObject({ code: 'bad_request', field: 'passphrase' })
      expect((await confirm(` ${passphrase.toUpperCase().replaceAll('-', ' ')}`)).hasKey).toBe(true)
      const readKey = () => blog().db.selectFrom('backup_place').select(['recipient', 'key_file']).executeTakeFirstOrThrow()
      const stored = await readKey()
      expect(stored.key_file).toBe(keyFile)
      expect(JSON.stringify(stored) + blog().logLines.join('\n')).not.toContain(passphrase)
      expect(await troubles()).toEqual([])
      const another = await admin.call(createBackupKey)
      await expect(confirm(passphrase, another.keyFile)).rejects.toMatchObject({ field: 'passphrase' })
      expect(await readKey()).toEqual(stored)
      await backUpIfDue({ ...parts(), databaseUrl: blog().databaseUrl, storage: blog().storage })
      await copyIfDue(parts())
      const { last, failure } = await admin.call(getBackupPlace)
      expect([last?.name, failure]).toEqual(['kindred-daily-2026-03-14T09-26-53Z.tar', null])
      const members = await readMembers(join(parts().folder, last?.name ?? ''))
      expect(members.some(({ bytes }) => bytes.includes('backup_place'))).toBe(false)
      expect((await readFile(join(server.folder, `${last?.name}.age`))).subarray(0, 20).toString()).toContain('age-encryption.org')
      expect(await readFile(join(server.folder, keyName), 'utf8')).toContain('BEGIN AGE ENCRYPTED FILE')
      // Nothing newer: nothing to do.
      blog().clock.advance(MINUTE_MS)
      await copyIfDue(parts())
      expect((await admin.call(getBackupPlace)).last).toEqual(last)
    })

    it('takes no key file that it has not made: to open one could hold up every request', async () => {
      const { armor, Encrypter } = await import('age-encryption')
      const fileOf = async (text: string, workFactor: number) => {
        const encrypter = new Encrypter()
        encrypter.setPassphrase('abcd')
        encrypter.setScryptWorkFactor(workFactor)
        return armor.encode(await encrypter.encrypt(text))
      }
      const confirm = (keyFile: string) => admin.call(confirmBackupKey, { body: { keyFile, passphrase: 'abcd' } })
      for (const keyFile of ['', 'x', 'x'.repeat(20_000), await fileOf('AGE-SECRET-KEY-1', 16)]) {
        await expect(confirm(keyFile)).rejects.toMatchObject({ code: 'bad_request', field: 'keyFile' })
      }
      await expect(confirm(await fileOf('AGE-SECRET-KEY-1', 15))).rejects.toMatchObject({ field: 'passphrase' })
    })

    it('gets later backups, too, after a clock that was years ahead; until then the overview says so', async () => {
      const { clock } = blog()
      const backUp = () => backUpIfDue({ ...parts(), databaseUrl: blog().databaseUrl, storage: blog().storage })
      clock.advance(2000 * DAY_MS)
      await backUp()
      await copyIfDue(parts())
      const ahead = backupName('daily', clock.now)
      expect((await findJob(blog().db, COPY_JOB))?.result).toBe(ahead)
      clock.advance(-2000 * DAY_MS)
      expect((await troubles()).map(({ says }) => says)).toEqual([
        'The last backup has a date in the future: a clock was wrong.',
        'The last copy in the other place has a date in the future: a clock was wrong.',
      ])
      await backUp()
      await copyIfDue(parts())
      const real = backupName('daily', clock.now)
      expect((await admin.call(getBackupPlace)).last?.name).toBe(real)
      expect((await admin.call(listCopies)).copies.map(({ name }) => name)).toEqual([`${real}.age`, `${ahead}.age`])
      expect(await troubles()).toEqual([])
    })

    it('that cannot be reached is on the overview and in one mail to each admin until it works again', async () => {
      const { db, clock } = blog()
      await blog().makeAdmin()
      const admins = (await db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()).length
      const outbox = createOutbox({ now: () => clock.now, newId: blog().newId, wake: () => {} })
      const alarm = () => alarmAdmins({ ...parts(), outbox, isDaily: true })
      const mails = async () => (await db.selectFrom('outbox').select('email').where('kind', '=', 'backup_trouble').execute()).length
      await server.stop()
      clock.advance(DAY_MS)
      await backUpIfDue({ ...parts(), databaseUrl: blog().databaseUrl, storage: blog().storage })
      await copyIfDue(parts())
      expect(await troubles()).toMatchObject([
        { says: 'The backup could not be copied to the other place. The other machine cannot be reached: nothing listens there.' },
      ])
      for (let hour = 0; hour < 30; hour += 1) {
        await alarm()
        clock.advance(HOUR_MS)
      }
      expect(await mails()).toBe(admins)
      // A week later it is worth another word.
      clock.advance(6 * DAY_MS)
      await alarm()
      expect(await mails()).toBe(2 * admins)
      server = await startSftpServer({ port: server.settings.port })
      // A new machine with another key is not trusted.
      await copyIfDue(parts())
      expect((await findJob(db, COPY_JOB))?.problem).toContain('not the one that was confirmed')
      const signedIn = await blog().makeAdmin()
      await signedIn.call(saveBackupPlace, { body: body() })
      await backUpIfDue({ ...parts(), databaseUrl: blog().databaseUrl, storage: blog().storage })
      await copyIfDue(parts())
      expect(await troubles()).toEqual([])
      await alarm()
      expect(await db.selectFrom('jobs').select('name').where('name', '=', 'backup-alarm').execute()).toEqual([])
      clock.advance(3 * DAY_MS)
      expect((await troubles()).map(({ says }) => says)).toEqual([
        'The last backup is 3 days old.',
        'The last copy in the other place is 3 days old.',
      ])
    })

    it('is copied to on request in the background, and no longer once it is removed', async () => {
      const fresh = await blog().makeAdmin()
      await mkdir(parts().folder, { recursive: true })
      const name = backupName('by-hand', blog().clock.now)
      await writeFile(join(parts().folder, name), 'x'.repeat(1000))
      await fresh.call(copyBackupNow)
      await expect.poll(async () => (await fresh.call(getBackupPlace)).running).toBeNull()
      expect((await fresh.call(getBackupPlace)).last?.name).toBe(name)
      expect((await fresh.call(removeBackupPlace)).url).toBeNull()
      expect(await blog().db.selectFrom('backup_place').select('place').execute()).toEqual([{ place: null }])
      expect((await fresh.call(createBackup)).isDaily).toBe(true)
    })
  })
})

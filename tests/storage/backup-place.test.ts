import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  copyBackupNow,
  createBackupKey,
  getBackupPlace,
  removeBackupPlace,
  saveBackupPlace,
} from '#operations/contract/backup-place.endpoints.ts'
import { listTroubles } from '#operations/server/status/troubles.ts'
import { alarmAdmins } from '#operations/server/status/backup-alarm.ts'
import { backupName } from '#operations/server/backup/backup-names.ts'
import { backUpIfDue } from '#operations/server/backup/daily-backups.ts'
import { openKeys } from '#operations/server/off-site/backup-key.ts'
import { type BackupPlace, openPlace } from '#operations/server/off-site/backup-place.ts'
import { COPY_JOB, copyIfDue } from '#operations/server/off-site/copy-off-site.ts'
import { listCopies } from '#operations/server/off-site/open-copy.ts'
import { storePlace } from '#operations/server/off-site/place.store.ts'
import { findJob } from '#operations/server/jobs/jobs.store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { type PlaceSettings, placeUrl } from '#platform/process/place-settings.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/storage/s3.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { readMembers } from '#tests/support/safe-copies/backup-files.ts'

describe('The other place of backups', unlessMissing(missingS3()), () => {
  onEachEngineInOrder('in the dashboard', (engine) => {
    const blog = useTestApp(engine)
    let settings: PlaceSettings
    let place: BackupPlace
    let admin: TestUser
    beforeAll(async () => {
      settings = { ...(await createBucket()).settings, prefix: 'blog/' }
      place = await openPlace(settings)
      admin = await blog().makeAdmin()
      await blog().makePost()
      return () => place.close()
    })

    const body = (more: object = {}) => {
      const { endpoint, accessKeyId, secretAccessKey: secret } = settings
      return { url: placeUrl(settings), endpoint, accessKeyId, secret, ...more }
    }
    const parts = () => {
      const { db, locks, logger, clock, folder } = blog()
      return { db, locks, logger, setting: null, folder: join(folder, 'backups'), now: () => clock.now }
    }
    const troubles = () =>
      listTroubles({ db: blog().db, now: blog().clock.now, mailsPerDay: null, backups: { setting: null }, freeBytes: async () => null })
    const backUp = () => backUpIfDue({ ...parts(), databaseUrl: blog().databaseUrl, storage: blog().storage })

    it('is tried before it is stored, and its credentials leave the server never again', async () => {
      expect(await admin.call(getBackupPlace)).toMatchObject({ url: null, hasKey: false })
      for (const url of ['ftp://nothing', 'sftp://u@127.0.0.1/x', 's3://'])
        await expect(admin.call(saveBackupPlace, { body: body({ url }) })).rejects.toMatchObject({ field: 'url' })
      for (const endpoint of ['http://127.0.0.1:99999', 'https://[', 's3.example.org'])
        await expect(admin.call(saveBackupPlace, { body: body({ endpoint }) })).rejects.toMatchObject({ field: 'endpoint' })
      await blog().db.deleteFrom('rate_limits').execute()
      await expect(admin.call(saveBackupPlace, { body: body({ secret: '' }) })).rejects.toMatchObject({ field: 'secret' })
      await expect(admin.call(createBackupKey)).rejects.toMatchObject({ code: 'conflict' })
      expect((await admin.call(getBackupPlace)).url).toBeNull()
      // A form sends an empty region: the usual one.
      const saved = await admin.call(saveBackupPlace, { body: body({ region: '' }) })
      expect(saved).toMatchObject({ url: placeUrl(settings), region: 'us-east-1', hasKey: false, isOverSsh: false })
      // Empty keeps the stored secret, for the same bucket alone.
      await admin.call(saveBackupPlace, { body: body({ secret: '' }) })
      for (const other of [{ endpoint: 'http://evil.example' }, { url: 's3://another' }])
        await expect(admin.call(saveBackupPlace, { body: body({ secret: '', ...other }) })).rejects.toMatchObject({ field: 'secret' })
      const seen = [
        JSON.stringify(await admin.call(getBackupPlace)),
        blog().logLines.join('\n'),
        JSON.stringify((await admin.get('/api/user/data')).body),
      ]
      expect(seen.join('\n')).not.toContain(settings.secretAccessKey)
    })

    it('tells one sentence for everything that is no S3 store, whatever listens there', async () => {
      await blog().db.deleteFrom('rate_limits').execute()
      const server = createServer((_request, response) => response.writeHead(404).end('not here')).listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      const messages = new Set<string>()
      for (const port of [(server.address() as AddressInfo).port, 1]) {
        const error = await admin
          .call(saveBackupPlace, { body: body({ endpoint: `http://127.0.0.1:${port}` }) })
          .catch((reason: Error) => reason)
        messages.add((error as Error).message)
      }
      expect([...messages]).toEqual(['There is no S3 store at this address, or it does not respond as it should.'])
      expect((await admin.call(getBackupPlace)).url).toBe(placeUrl(settings))
    })

    it('says on the overview that the passphrase is missing, then gets the newest backup, which holds no credentials', async () => {
      expect(await troubles()).toMatchObject([{ says: expect.stringContaining('passphrase has not been made') }])
      const { passphrase, keyName } = await admin.call(createBackupKey)
      expect(passphrase).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
      // The bucket has the key before anybody sees the passphrase.
      expect((await place.list()).map(({ name }) => name)).toContain(keyName)
      expect((await admin.call(getBackupPlace)).hasKey).toBe(true)
      const stored = await blog().db.selectFrom('backup_place').select(['recipient', 'key_file']).executeTakeFirstOrThrow()
      expect(JSON.stringify(stored) + blog().logLines.join('\n')).not.toContain(passphrase)
      expect(await troubles()).toEqual([])
      await backUp()
      await copyIfDue(parts())
      const { last, failure } = await admin.call(getBackupPlace)
      expect([last?.name, failure]).toEqual(['kindred-daily-2026-03-14T09-26-53Z.tar', null])
      const members = await readMembers(join(parts().folder, last?.name ?? ''))
      expect(members.some(({ bytes }) => bytes.includes('backup_place'))).toBe(false)
      expect((await place.list()).map(({ name }) => name)).toContain(`${last?.name}.age`)
      // Nothing newer: nothing to do.
      blog().clock.advance(MINUTE_MS)
      await copyIfDue(parts())
      expect((await admin.call(getBackupPlace)).last).toEqual(last)
    })

    it('gets the newest backup also where it was changed while nothing was copied', async () => {
      const { last } = await admin.call(getBackupPlace)
      const { settings: other } = await createBucket()
      await storePlace(blog().db, { place: { ...other, prefix: '' } })
      onTestFinished(() => storePlace(blog().db, { place: settings }))
      expect((await admin.call(getBackupPlace)).last).toBeNull()
      await copyIfDue(parts())
      expect((await admin.call(getBackupPlace)).last?.name).toBe(last?.name)
    })

    it('opens no key file that it has not made: to open one could take all memory', async () => {
      const { armor, Encrypter } = await import('age-encryption')
      const fileOf = async (workFactor: number) => {
        const encrypter = new Encrypter()
        encrypter.setPassphrase('abcd')
        encrypter.setScryptWorkFactor(workFactor)
        const identity = 'AGE-SECRET-KEY-1QQPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQEPHAAJ'
        return armor.encode(await encrypter.encrypt(identity))
      }
      for (const keyFile of ['', 'x', 'x'.repeat(20_000), await fileOf(16), await fileOf(14)])
        await expect(openKeys([keyFile], 'abcd')).rejects.toMatchObject({ code: 'bad_request', field: 'passphrase' })
    })

    it('gets later backups, too, after a clock that was years ahead; until then the overview says so', async () => {
      const { clock } = blog()
      clock.advance(2000 * DAY_MS)
      await backUp()
      await copyIfDue(parts())
      const ahead = backupName('daily', clock.now)
      expect((await findJob(blog().db, COPY_JOB))?.result).toMatch(ahead)
      clock.advance(-2000 * DAY_MS)
      expect((await troubles()).map(({ says }) => says)).toEqual([
        'The last backup has a date in the future: a clock was wrong.',
        'The last copy in the other place has a date in the future: a clock was wrong.',
      ])
      await backUp()
      await copyIfDue(parts())
      const real = backupName('daily', clock.now)
      expect((await admin.call(getBackupPlace)).last?.name).toBe(real)
      expect(listCopies(await place.list(), clock.now).map(({ name }) => name)).toEqual([`${real}.age`, `${ahead}.age`])
      expect(await troubles()).toEqual([])
    })

    it('that cannot be reached is on the overview and in one mail to each admin until it works again', async () => {
      const { db, clock } = blog()
      await blog().makeAdmin()
      const admins = (await db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()).length
      const outbox = createOutbox({ now: () => clock.now, newId: blog().newId, wake: () => {} })
      const alarm = () => alarmAdmins({ ...parts(), outbox })
      const mails = async () => (await db.selectFrom('outbox').select('email').where('kind', '=', 'backup_trouble').execute()).length
      // The store does not know the key any more.
      await storePlace(db, { place: { ...settings, secretAccessKey: 'another' } })
      clock.advance(DAY_MS)
      await backUp()
      await copyIfDue(parts())
      expect(await troubles()).toMatchObject([
        { says: 'The backup could not be copied to the other place. The secret key of the bucket is wrong.' },
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
      const signedIn = await blog().makeAdmin()
      await signedIn.call(saveBackupPlace, { body: body() })
      await backUp()
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
    })

    it('over SSH, of a former version, is a trouble on the overview until a bucket is named', async () => {
      const former = JSON.stringify({ type: 'sftp', host: 'nas.example', port: 22, user: 'blog', folder: '/x', hostKey: null, secret: {} })
      await blog().db.updateTable('backup_place').set({ place: former }).execute()
      const fresh = await blog().makeAdmin()
      expect(await fresh.call(getBackupPlace)).toMatchObject({ url: null, isOverSsh: true })
      expect(await troubles()).toContainEqual(
        expect.objectContaining({ says: expect.stringContaining('over SSH'), since: expect.any(String) }),
      )
      await copyIfDue(parts())
      await blog().db.deleteFrom('rate_limits').execute()
      await fresh.call(saveBackupPlace, { body: body() })
      expect(await fresh.call(getBackupPlace)).toMatchObject({ isOverSsh: false, hasKey: true })
      expect((await troubles()).filter(({ says }) => says.includes('SSH'))).toEqual([])
    })
  })
})

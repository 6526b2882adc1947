import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { createBackupKey, keyFileName } from '#operations/server/off-site/backup-key.ts'
import { createBackup as createBackupCall, listBackups } from '#operations/contract/operations.endpoints.ts'
import {
  copyBackupNow,
  createBackupKey as createBackupKeyCall,
  getBackupPlace,
  saveBackupPlace,
} from '#operations/contract/backup-place.endpoints.ts'
import { type BackupPlace, withPlace } from '#operations/server/off-site/backup-place.ts'
import { copyBackup, oneChunk } from '#operations/server/off-site/copy-backup.ts'
import { openCopy, openPlacedCopy } from '#operations/server/off-site/open-copy.ts'
import { type PlaceSettings, placeUrl } from '#platform/process/place-settings.ts'
import { readBackup } from '#tests/support/safe-copies/backup-files.ts'
import { startFaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import { plain } from '#tests/support/media/pictures.ts'
import { type Missing, unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/storage/s3.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { runHere } from '#tests/support/blog/run-here.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createTestApp, type Engine, type TestApp } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

const MEGABYTE = 1024 * 1024
const missingAge: Missing | null =
  spawnSync('age', ['--version']).status === 0 ? null : { why: 'age is not installed', install: 'apt-get install age' }

async function newPlace(): Promise<PlaceSettings> {
  const { settings } = await createBucket()
  return { ...settings, prefix: 'family/backups/' }
}

async function makeBlog(engine: Engine): Promise<TestApp> {
  const blog = await createTestApp({ engine })
  const admin = await blog.makeAdmin()
  for (const width of [900, 300]) {
    const bytes = await plain(width, 20).jpeg().toBuffer()
    const post = await blog.makePost({ by: admin, image: await uploadPicture(admin, { kind: 'post', bytes }) })
    await blog.makeComment(await blog.makeUser(), post._id)
  }
  return blog
}

const NAME = 'kindred-daily-2026-03-14T09-26-53Z.tar'
const now = Date.UTC(2026, 2, 15)

describe('A backup in a bucket', unlessMissing(missingS3()), () => {
  it.each<Engine>(['sqlite', 'postgres'])('restores an empty blog row by row and file by file (%s)', async (engine) => {
    const [blog, empty] = [await makeBlog(engine), await createTestApp({ engine })]
    const path = join(blog.folder, NAME)
    await createBackup({ databaseUrl: blog.databaseUrl, files: blog.storage.files, path, now: Date.now })
    const key = await createBackupKey()
    await withPlace(await newPlace(), async (place) => {
      const bytes = await copyBackup({ place, key, path, now })
      expect((await place.list()).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
        { name: `${NAME}.age`, bytes },
        { name: keyFileName(key.recipient), bytes: key.keyFile.length },
      ])
      const order = { name: undefined, now, passphrase: 'abcd-abcd-abcd-abcd-abcd-abcd' }
      await expect(openPlacedCopy(place, order)).rejects.toThrow('This passphrase is not the one')
      // As people type it.
      const typed = ` ${key.passphrase.toUpperCase().replaceAll('-', ' ')}`
      const { source } = await openPlacedCopy(place, { ...order, passphrase: typed })
      await restoreInto(empty, path, { source })
      expect((await readdir(empty.folder)).filter((name) => name.startsWith('.'))).toEqual([])
    })
    const again = join(empty.folder, 'again.tar')
    await createBackup({ databaseUrl: empty.databaseUrl, files: empty.storage.files, path: again, now: Date.now })
    const [before, after] = [await readBackup(path), await readBackup(again)]
    expect(after.tables).toEqual(before.tables)
    expect(before.files.size).toBeGreaterThan(5)
    expect([...after.files].map(([name, bytes]) => [name, hashOf(bytes)])).toEqual(
      [...before.files].map(([name, bytes]) => [name, hashOf(bytes)]),
    )
    await Promise.all([blog.close(), empty.close()])
  })

  it('is sent in parts, and deleted by the rule once a newer one is whole', async () => {
    const folder = makeFolder()
    const key = await createBackupKey()
    const path = join(folder, NAME)
    await writeFile(path, randomBytes(9 * MEGABYTE))
    await withPlace(await newPlace(), async (place) => {
      const old = Array.from({ length: 10 }, (_, day) => `kindred-daily-2026-02-${String(day + 10)}T03-00-00Z.tar.age`)
      for (const name of [...old, 'a-letter.txt']) await place.write(name, oneChunk(Buffer.from(name)), name.length)
      await copyBackup({ place, key, path, now })
      const names = (await place.list()).map(({ name }) => name)
      expect(names).toContain('a-letter.txt')
      // The newest seven days; 15 and 19 February end the weeks.
      expect(names.filter((name) => name.startsWith('kindred-daily')).toSorted()).toEqual([
        ...[14, 15, 16, 17, 18, 19].map((day) => `kindred-daily-2026-02-${day}T03-00-00Z.tar.age`),
        `${NAME}.age`,
      ])
      expect(await fetch(place, key.passphrase)).toEqual([`${NAME}.age`, hashOf(await readFile(path))])
    })
  })

  it('is refused with a sentence when it was truncated or changed, and when another passphrase made it', async () => {
    const folder = makeFolder()
    const [key, other] = [await createBackupKey(), await createBackupKey()]
    const path = join(folder, NAME)
    await writeFile(path, randomBytes(300_000))
    await withPlace(await newPlace(), async (place) => {
      await copyBackup({ place, key, path, now })
      const copy = await buffer(Readable.from(place.read(`${NAME}.age`)))
      const changed = Buffer.from(copy)
      changed[150_000] = (changed[150_000] ?? 0) ^ 1
      const fetching = async (bytes: Uint8Array) => {
        await place.write(`${NAME}.age`, oneChunk(bytes), bytes.byteLength)
        await fetch(place, key.passphrase)
      }
      const refusal = 'It was changed or cut off since it was written'
      await expect(fetching(changed)).rejects.toThrow(refusal)
      await expect(fetching(copy.subarray(0, 200_000))).rejects.toThrow(refusal)
      await expect(fetching(copy.subarray(0, 100))).rejects.toThrow(refusal)
      await copyBackup({ place, key: other, path, now })
      await expect(fetch(place, key.passphrase)).rejects.toThrow('This backup was encrypted with another passphrase.')
      await fetch(place, other.passphrase)
    })
  })

  it('arrives over a line that drops', async () => {
    const folder = makeFolder()
    const key = await createBackupKey()
    const path = join(folder, NAME)
    await writeFile(path, randomBytes(17 * MEGABYTE))
    const direct = await newPlace()
    const target = new URL(direct.endpoint ?? '')
    const proxy = await startFaultyProxy({ host: target.hostname, port: Number(target.port) })
    onTestFinished(() => proxy.close())
    const faulty: PlaceSettings = { ...direct, endpoint: `http://127.0.0.1:${proxy.port}` }
    proxy.dropAfter(3 * MEGABYTE, 9 * MEGABYTE, 5 * MEGABYTE)
    await withPlace(faulty, async (place) => {
      await copyBackup({ place, key, path, now })
      expect(await fetch(place, key.passphrase)).toEqual([`${NAME}.age`, hashOf(await readFile(path))])
    })
    expect(proxy.drops()).toBe(3)
  })
})

describe('The command line', unlessMissing(missingS3()), () => {
  it('lists, verifies and restores on an empty folder what the dashboard has copied', async () => {
    const settings = await newPlace()
    const { endpoint, accessKeyId, secretAccessKey: secret } = settings
    const blog = await makeBlog('sqlite')
    const admin = await blog.makeAdmin()
    await admin.call(saveBackupPlace, { body: { url: placeUrl(settings), endpoint, accessKeyId, secret } })
    const { passphrase: words } = await admin.call(createBackupKeyCall)
    await admin.call(createBackupCall)
    await expect.poll(async () => (await admin.call(listBackups)).running).toBeNull()
    await admin.call(copyBackupNow)
    await expect.poll(async () => (await admin.call(getBackupPlace)).running).toBeNull()
    const here = { DATA_DIR: blog.folder, DATABASE_URL: blog.databaseUrl, LOG_LEVEL: 'silent' }
    expect((await runHere(['elsewhere', 'list'], here)).output).toMatch(/^kindred-by-hand-\S+\.tar\.age \(/)
    expect((await runHere(['elsewhere', 'verify'], here, undefined, { piped: words })).output).toContain('2 posts')
    const place = {
      BACKUP_URL: placeUrl(settings),
      BACKUP_S3_ENDPOINT: endpoint ?? '',
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secret,
      LOG_LEVEL: 'silent',
    }
    const empty = { ...place, DATA_DIR: join(makeFolder(), 'new') }
    expect((await runHere(['elsewhere', 'restore'], empty)).output).toContain('put it on standard input')
    // Other users of the machine can see command lines.
    expect((await runHere(['elsewhere', 'restore', '--passphrase', words], empty)).exitCode).toBe(1)
    expect(await runHere(['elsewhere', 'restore'], empty, undefined, { piped: 'wrong' })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('This passphrase is not the one of these backups.'),
    })
    expect(await readdir(empty.DATA_DIR)).toEqual([])
    const restored = await runHere(['elsewhere', 'restore'], empty, [words])
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 posts') })
    expect((await runHere(['elsewhere', 'restore'], empty, [words])).output).toContain('There is a blog in this place already')
    expect((await readdir(empty.DATA_DIR)).filter((name) => name.startsWith('.'))).toEqual([])
    await blog.close()
  })
})

describe('The program age', unlessMissing(missingAge), () => {
  it('opens a copy without this software, with the key file beside it and the passphrase', async () => {
    const folder = makeFolder()
    const key = await createBackupKey()
    const path = join(folder, NAME)
    await writeFile(path, randomBytes(200_000))
    const copies = makeFolder()
    const place = folderPlace(copies)
    await copyBackup({ place, key, path, now })
    // The terminal that age asks for its passphrase, from util-linux.
    const command = `age --decrypt --identity ${keyFileName(key.recipient)} --output back.tar ${NAME}.age`
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: copies,
      input: `${key.passphrase}\n`,
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
    expect(hashOf(await readFile(join(copies, 'back.tar')))).toBe(hashOf(await readFile(path)))
    expect(await hashOfCopy(join(copies, `${NAME}.age`), key.passphrase)).toBe(hashOf(await readFile(path)))
    await copyFile(join(copies, `${NAME}.age`), join(copies, `${NAME.replace('14T', '15T')}.age`))
    await truncate(join(copies, `${NAME.replace('14T', '15T')}.age`), 150_000)
    await expect(hashOfCopy(join(copies, `${NAME.replace('14T', '15T')}.age`), key.passphrase)).rejects.toThrow('changed or cut off')
  })
})

/** A place in a folder of this machine. */
function folderPlace(folder: string): BackupPlace {
  return {
    list: async () => Promise.all((await readdir(folder)).map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size }))),
    write: async (name, source) => writeFile(join(folder, name), source),
    async *read(name) {
      yield await readFile(join(folder, name))
    },
    remove: async () => {},
    close: () => {},
  }
}

/** @returns the name and the hash of the newest copy, decrypted */
async function fetch(place: BackupPlace, passphrase: string): Promise<[name: string, hash: string]> {
  const { source } = await openPlacedCopy(place, { name: undefined, passphrase, now })
  return [source.name, hashOf(await buffer(Readable.from(source.open())))]
}

const hashOfCopy = async (path: string, passphrase: string) =>
  hashOf(await buffer(Readable.from((await openCopy(path, passphrase)).open())))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { createBackupKey, keyFileName } from '#upkeep/server/elsewhere/backup-key.ts'
import type { BackupPlace } from '#upkeep/server/elsewhere/backup-place.ts'
import { copyBackup, oneChunk } from '#upkeep/server/elsewhere/copy-backup.ts'
import { COPY_JOB, COPY_LOCK } from '#upkeep/server/elsewhere/copy-elsewhere.ts'
import { openCopy, withCopy } from '#upkeep/server/elsewhere/fetch-copy.ts'
import { withPlace } from '#upkeep/server/elsewhere/open-elsewhere.ts'
import { openLocks } from '#platform/database/lock.ts'
import { findJob } from '#upkeep/server/jobs/jobs.store.ts'
import { type PlaceSettings, placeUrl } from '#platform/process/place-settings.ts'
import { readBackup } from '#tests/support/backup-files.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { plain } from '#tests/support/pictures.ts'
import { type Missing, unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/s3.ts'
import { restoreInto } from '#tests/support/restore-into.ts'
import { runHere } from '#tests/support/run-here.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createTestApp, type Engine, type TestApp } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'

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
      const order = { dataDir: empty.folder, passphrase: 'abcd-abcd-abcd-abcd-abcd-abcd' }
      await expect(withCopy(place, order, async () => {})).rejects.toThrow('This passphrase is not the one')
      expect(await fetchedIn(empty.folder)).toEqual([])
      // As people type it.
      const typed = ` ${key.passphrase.toUpperCase().replaceAll('-', ' ')}`
      await withCopy(place, { ...order, passphrase: typed }, async (source) => {
        const [fetched = ''] = await fetchedIn(empty.folder)
        const [copy = ''] = await readdir(join(empty.folder, fetched))
        // What lies on the disk meanwhile is encrypted.
        expect((await readFile(join(empty.folder, fetched, copy))).subarray(0, 20).toString()).toContain('age-encryption.org')
        await restoreInto(empty, path, { source })
      })
      expect(await fetchedIn(empty.folder)).toEqual([])
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
      expect(await fetch(place, key.passphrase, folder)).toEqual([`${NAME}.age`, hashOf(await readFile(path))])
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
        await fetch(place, key.passphrase, folder)
      }
      const refusal = 'It was changed or cut off since it was written'
      await expect(fetching(changed)).rejects.toThrow(refusal)
      await expect(fetching(copy.subarray(0, 200_000))).rejects.toThrow(refusal)
      await expect(fetching(copy.subarray(0, 100))).rejects.toThrow(refusal)
      expect(await readdir(folder)).toEqual([NAME])
      await copyBackup({ place, key: other, path, now })
      await expect(fetch(place, key.passphrase, folder)).rejects.toThrow('This backup was encrypted with another passphrase.')
      await fetch(place, other.passphrase, folder)
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
      expect(await fetch(place, key.passphrase, folder)).toEqual([`${NAME}.age`, hashOf(await readFile(path))])
    })
    expect(proxy.drops()).toBe(3)
  })
})

describe('The command line', unlessMissing(missingS3()), () => {
  it('makes the passphrase, copies the blog, and restores it on an empty folder with one command', async () => {
    const settings = await newPlace()
    const place = {
      BACKUP_URL: placeUrl(settings),
      BACKUP_S3_ENDPOINT: settings.endpoint ?? '',
      BACKUP_S3_ACCESS_KEY_ID: settings.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      LOG_LEVEL: 'silent',
    }
    const blog = await makeBlog('sqlite')
    const here = { ...place, DATA_DIR: blog.folder, DATABASE_URL: blog.databaseUrl }
    expect((await runHere(['elsewhere', 'copy'], here)).output).toBe(
      'Please make the passphrase first: npm run blog -- elsewhere passphrase',
    )
    // A place that cannot be reached gets no key, and no passphrase is printed.
    const closed = await runHere(['elsewhere', 'passphrase'], { ...here, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' })
    expect(closed).toEqual({ exitCode: 1, output: 'There is no S3 store at this address, or it does not respond as it should.' })
    expect((await runHere(['elsewhere', 'copy'], here)).output).toContain('Please make the passphrase first')
    const [, words = ''] = /from now on: ([a-z0-9-]+)/.exec((await runHere(['elsewhere', 'passphrase'], here)).output) ?? []
    // While the blog copies, there is one copy at a time.
    await using locks = openLocks(blog.databaseUrl)
    const copying = await locks.tryLock(COPY_LOCK)
    expect(await runHere(['elsewhere', 'copy'], here)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('The blog is copying a backup just now'),
    })
    await copying?.release()
    expect((await runHere(['elsewhere', 'copy'], here)).output).toContain('read it back: it is the same')
    // The blog knows of it, and does not copy it again.
    expect(await findJob(blog.db, COPY_JOB)).toMatchObject({ result: expect.stringMatching(/^kindred-by-hand-/), problem: null })
    expect((await runHere(['elsewhere', 'verify'], here, undefined, { piped: words })).output).toContain('2 posts')
    const empty = { ...place, DATA_DIR: join(makeFolder(), 'new') }
    expect((await runHere(['elsewhere', 'restore'], empty)).output).toContain('put it on standard input')
    // Other users of the machine can see command lines.
    expect((await runHere(['elsewhere', 'restore', '--passphrase', words], empty)).exitCode).toBe(1)
    expect(await runHere(['elsewhere', 'restore'], empty, undefined, { piped: 'wrong' })).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('This passphrase is not the one of these backups.'),
    })
    const restored = await runHere(['elsewhere', 'restore'], empty, [words])
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 posts') })
    expect((await runHere(['elsewhere', 'restore'], empty, [words])).output).toContain('There is a blog in this place already')
    expect((await readdir(empty.DATA_DIR)).filter((name) => name.startsWith('.kindred'))).toEqual([])
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
async function fetch(place: BackupPlace, passphrase: string, dataDir: string): Promise<[name: string, hash: string]> {
  return withCopy(place, { passphrase, dataDir }, async ({ name, open }) => [name, hashOf(await buffer(Readable.from(open())))])
}

const hashOfCopy = async (path: string, passphrase: string) =>
  hashOf(await buffer(Readable.from((await openCopy(path, passphrase)).open())))

const fetchedIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('.kindred'))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

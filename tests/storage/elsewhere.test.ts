import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { restoreBackup } from '#upkeep/server/backup/restore-backup.ts'
import { createBackupKey, keyFileName } from '#upkeep/server/elsewhere/backup-key.ts'
import type { BackupPlace } from '#upkeep/server/elsewhere/backup-place.ts'
import { copyBackup, oneChunk } from '#upkeep/server/elsewhere/copy-backup.ts'
import { COPY_JOB, COPY_LOCK } from '#upkeep/server/elsewhere/copy-elsewhere.ts'
import { decryptCopy, fetchCopy } from '#upkeep/server/elsewhere/fetch-copy.ts'
import { openPlace } from '#upkeep/server/elsewhere/open-place.ts'
import { openLocks } from '#platform/database/lock.ts'
import { findJob } from '#upkeep/server/jobs/jobs.store.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { readBackup } from '#tests/support/backup-files.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { plain } from '#tests/support/pictures.ts'
import { type Missing, unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/s3.ts'
import { runHere } from '#tests/support/run-here.ts'
import { missingSshd, type SftpServer, startSftpServer } from '#tests/support/sftp-server.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { createTestApp, type Engine, type TestApp } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/tus.ts'

const MEGABYTE = 1024 * 1024
const missingAge: Missing | null =
  spawnSync('age', ['--version']).status === 0 ? null : { why: 'age is not installed', install: 'apt-get install age' }

let sftp: SftpServer | undefined
beforeAll(async () => {
  if (missingSshd === null) sftp = await startSftpServer()
})
afterAll(() => sftp?.stop())

async function bucketSettings(): Promise<PlaceSettings> {
  const { settings } = await createBucket()
  return { ...settings, prefix: 'family/backups/' }
}
function sftpSettings(): Extract<PlaceSettings, { type: 'sftp' }> {
  if (!sftp) throw new Error('No SSH server.')
  return { ...sftp.settings, folder: join(sftp.folder, randomBytes(4).toString('hex'), 'blog') }
}
const PLACES = [
  { title: 'in a bucket', missing: missingS3(), settings: bucketSettings },
  { title: 'over SSH', missing: missingSshd, settings: async () => sftpSettings() as PlaceSettings },
]

async function withPlace<T>(settings: PlaceSettings, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  const place = await openPlace(settings)
  return work(place).finally(() => place.close())
}

const placeOf = ({ db, databaseUrl, folder, storage }: TestApp) => ({
  db,
  databaseUrl,
  files: storage.files,
  scratch: folder,
  folder: join(folder, 'backups'),
  force: false,
  now: Date.now,
  say: () => {},
})

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

for (const { title, missing, settings } of PLACES) {
  describe(`A backup ${title}`, unlessMissing(missing), () => {
    it.each<Engine>(['sqlite', 'postgres'])('restores an empty blog row by row and file by file (%s)', async (engine) => {
      const [blog, empty] = [await makeBlog(engine), await createTestApp({ engine })]
      const path = join(blog.folder, NAME)
      await createBackup({ databaseUrl: blog.databaseUrl, files: blog.storage.files, path, now: Date.now })
      const key = await createBackupKey()
      const to = join(empty.folder, 'fetched.tar')
      await withPlace(await settings(), async (place) => {
        const bytes = await copyBackup({ place, key, path, now })
        expect((await place.list()).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
          { name: `${NAME}.age`, bytes },
          { name: keyFileName(key.recipient), bytes: key.keyFile.length },
        ])
        await expect(fetchCopy(place, { passphrase: 'abcd-abcd-abcd-abcd-abcd-abcd', to })).rejects.toThrow(
          'This passphrase is not the one',
        )
        expect(await readdir(empty.folder)).not.toContain('fetched.tar')
        // As people type it.
        await fetchCopy(place, { passphrase: ` ${key.passphrase.toUpperCase().replaceAll('-', ' ')}`, to })
      })
      expect((await stat(to)).mode & 0o077).toBe(0)
      await restoreBackup({ ...placeOf(empty), path: to })
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
      await withPlace(await settings(), async (place) => {
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
        const to = join(folder, 'back.tar')
        expect(await fetchCopy(place, { passphrase: key.passphrase, to })).toBe(`${NAME}.age`)
        expect(hashOf(await readFile(to))).toBe(hashOf(await readFile(path)))
      })
    })

    it('is refused with a sentence when it was truncated or changed, and when another passphrase made it', async () => {
      const folder = makeFolder()
      const [key, other] = [await createBackupKey(), await createBackupKey()]
      const path = join(folder, NAME)
      await writeFile(path, randomBytes(300_000))
      await withPlace(await settings(), async (place) => {
        await copyBackup({ place, key, path, now })
        const copy = await buffer(Readable.from(place.read(`${NAME}.age`)))
        const changed = Buffer.from(copy)
        changed[150_000] = (changed[150_000] ?? 0) ^ 1
        const fetching = async (bytes: Uint8Array) => {
          await place.write(`${NAME}.age`, oneChunk(bytes), bytes.byteLength)
          await fetchCopy(place, { passphrase: key.passphrase, to: join(folder, 'back.tar') })
        }
        const refusal = 'It was changed or cut off since it was written'
        await expect(fetching(changed)).rejects.toThrow(refusal)
        await expect(fetching(copy.subarray(0, 200_000))).rejects.toThrow(refusal)
        await expect(fetching(copy.subarray(0, 100))).rejects.toThrow(refusal)
        expect(await readdir(folder)).toEqual([NAME])
        await copyBackup({ place, key: other, path, now })
        await expect(fetchCopy(place, { passphrase: key.passphrase, to: join(folder, 'back.tar') })).rejects.toThrow(
          'This backup was encrypted with another passphrase.',
        )
        await fetchCopy(place, { passphrase: other.passphrase, to: join(folder, 'back.tar') })
      })
    })

    it('arrives over a line that drops', async () => {
      const folder = makeFolder()
      const key = await createBackupKey()
      const path = join(folder, NAME)
      await writeFile(path, randomBytes(17 * MEGABYTE))
      const direct = await settings()
      const target = direct.type === 's3' ? new URL(direct.endpoint ?? '') : new URL(`sftp://${direct.host}:${direct.port}`)
      const proxy = await startFaultyProxy({ host: target.hostname, port: Number(target.port) })
      onTestFinished(() => proxy.close())
      const faulty: PlaceSettings =
        direct.type === 's3' ? { ...direct, endpoint: `http://127.0.0.1:${proxy.port}` } : { ...direct, port: proxy.port }
      proxy.dropAfter(3 * MEGABYTE, 9 * MEGABYTE, 5 * MEGABYTE)
      await withPlace(faulty, async (place) => {
        await copyBackup({ place, key, path, now })
        await fetchCopy(place, { passphrase: key.passphrase, to: join(folder, 'back.tar') })
      })
      expect(proxy.drops()).toBe(3)
      expect(hashOf(await readFile(join(folder, 'back.tar')))).toBe(hashOf(await readFile(path)))
    })
  })
}

describe('A place over SSH', unlessMissing(missingSshd), () => {
  it('deletes what interrupted copies have left for a day, and nothing else', async () => {
    const settings = sftpSettings()
    await mkdir(settings.folder, { recursive: true })
    const yesterday = new Date(Date.now() - DAY_MS - MINUTE_MS)
    const leave = async (name: string, at = yesterday) => {
      await writeFile(join(settings.folder, name), 'x')
      await utimes(join(settings.folder, name), at, at)
    }
    const [old, other] = ['kindred-daily-2026-03-12T09-26-53Z.tar.age', 'kindred-daily-2026-03-13T09-26-53Z.tar.age']
    await leave(`${old}.part`)
    await leave(`${other}.part`, new Date())
    await leave(`${other}.part.txt`)
    await leave('holidays.part')
    await leave(old)
    await withPlace(settings, (place) => place.write(`${NAME}.age`, oneChunk(Buffer.from('x')), 1))
    expect((await readdir(settings.folder)).toSorted()).toEqual(
      ['holidays.part', old, `${other}.part`, `${other}.part.txt`, `${NAME}.age`].toSorted(),
    )
  })

  it('is refused unless it shows the confirmed key, before any secret is sent', async () => {
    const known = sftpSettings()
    await expect(withPlace({ ...known, hostKey: null }, (place) => place.list())).rejects.toThrow(`BACKUP_SSH_HOST_KEY=${known.hostKey}`)
    const other = `SHA256:${'A'.repeat(43)}`
    await expect(withPlace({ ...known, hostKey: other }, (place) => place.list())).rejects.toThrow('not the one that was confirmed')
    await expect(withPlace({ ...known, secret: { password: 'hunter2' } }, (place) => place.list())).rejects.toThrow(
      'does not accept this user with this key or password',
    )
    await expect(withPlace({ ...known, folder: '/proc/nothing' }, (place) => place.list())).rejects.toThrow(/other machine/)
  })
})

describe('The command line', unlessMissing(missingSshd), () => {
  it('makes the passphrase, copies the blog, and restores it on an empty folder with one command', async () => {
    const { host, port, user, folder, hostKey, secret } = sftpSettings()
    const keyFile = join(makeFolder(), 'key')
    await writeFile(keyFile, 'privateKey' in secret ? secret.privateKey : '', { mode: 0o600 })
    const place = {
      BACKUP_URL: `sftp://${user}@${host}:${port}${folder}`,
      BACKUP_SSH_KEY_FILE: keyFile,
      BACKUP_SSH_HOST_KEY: hostKey ?? '',
      LOG_LEVEL: 'silent',
    }
    const blog = await makeBlog('sqlite')
    const here = { ...place, DATA_DIR: blog.folder, DATABASE_URL: blog.databaseUrl }
    const without = { ...here, BACKUP_SSH_HOST_KEY: '' }
    expect((await runHere(['elsewhere', 'list'], without)).output).toContain(`BACKUP_SSH_HOST_KEY=${hostKey}`)
    expect((await runHere(['elsewhere', 'copy'], here)).output).toBe(
      'Please make the passphrase first: npm run blog -- elsewhere passphrase',
    )
    const wordsIn = (printed: string) => /from now on: ([a-z0-9-]+)/.exec(printed)?.[1] ?? ''
    // Without the paper nothing is stored.
    await expect(runHere(['elsewhere', 'passphrase'], here, ['not-the-one'])).rejects.toThrow('Nothing to type')
    expect((await runHere(['elsewhere', 'copy'], here)).output).toContain('Please make the passphrase first')
    const made = await runHere(['elsewhere', 'passphrase'], here, ['not-the-one', (printed) => wordsIn(printed).toUpperCase()])
    expect(made.output).toContain('That is not what is printed above.')
    const words = wordsIn(made.output)
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
    await decryptCopy({ path: join(copies, `${NAME}.age`), passphrase: key.passphrase, to: join(folder, 'ours.tar') })
    expect(hashOf(await readFile(join(folder, 'ours.tar')))).toBe(hashOf(await readFile(path)))
    await copyFile(join(copies, `${NAME}.age`), join(copies, `${NAME.replace('14T', '15T')}.age`))
    await truncate(join(copies, `${NAME.replace('14T', '15T')}.age`), 150_000)
    await expect(
      decryptCopy({ path: join(copies, `${NAME.replace('14T', '15T')}.age`), passphrase: key.passphrase, to: join(folder, 'cut.tar') }),
    ).rejects.toThrow('changed or cut off')
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
    close: async () => {},
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

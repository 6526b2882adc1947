import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { checkBackup, dropRestore, getRestore, startRestore } from '#upkeep/contract/restore.endpoints.ts'
import { listBackups } from '#upkeep/contract/upkeep.endpoints.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import { createBackup } from '#upkeep/server/backup/create-backup.ts'
import { createBackupKey } from '#upkeep/server/elsewhere/backup-key.ts'
import { encryptFile } from '#upkeep/server/elsewhere/encrypt-backup.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestApp, TestUser } from '#tests/support/test-app.ts'
import { tusClient } from '#tests/support/tus.ts'
import { RESTORE_LOCK } from './restore.store.ts'

/** Each check and restore is a process of its own, which waits for the others of a busy machine. */
const WAIT = { interval: 100 }

onEachEngine('A restore from the browser', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let archive: Buffer

  const titles = async () => (await blog().visitor().call(listPosts)).posts.map(({ title }) => title)
  const state = () => admin.call(getRestore)
  const ended = async () => {
    await expect.poll(async () => (await state()).phase, WAIT).not.toBe('checking')
    return state()
  }
  const send = async (bytes: Uint8Array, as = admin) => {
    const { url, error } = await tusClient(as).send({ kind: 'backup', name: 'our blog.tar', bytes })
    expect(error).toBeNull()
    return url.slice(url.lastIndexOf('/') + 1)
  }
  const check = async (bytes: Uint8Array, more: { passphrase?: string; keyFile?: string } = {}) => {
    await admin.call(checkBackup, { body: { source: 'upload', id: await send(bytes), name: 'our blog.tar', ...more } })
    return ended()
  }
  const isFree = async () => {
    const lock = await blog().locks.tryLock(RESTORE_LOCK)
    await lock?.release()
    return lock !== undefined
  }

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    await blog().makePost({ by: admin, title: 'In the backup' })
    archive = await backUp(blog())
    await blog().makePost({ by: admin, title: 'Written since' })
  })

  it('needs a recent sign-in, for the upload, too', async () => {
    blog().clock.advance(HOUR_MS)
    const body = { source: 'here', id: 'x' } as const
    await expect(admin.call(checkBackup, { body })).rejects.toMatchObject({ code: 'recent_sign_in_required' })
    await expect(admin.call(startRestore)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
    await expect(admin.call(dropRestore)).rejects.toMatchObject({ code: 'recent_sign_in_required' })
    expect(await tusClient(admin).send({ kind: 'backup', bytes: archive })).toMatchObject({ status: 403 })
    admin = await blog().signIn(admin)
    const reader = await blog().makeUser()
    expect(await tusClient(reader).send({ kind: 'backup', bytes: archive })).toMatchObject({ status: 403 })
  })

  it('refuses a foreign, a cut off and a changed file, and one of a newer version, and says why', async () => {
    expect(await state()).toMatchObject({ phase: 'none', failure: null, present: { posts: 2, users: 2 } })
    expect(await check(Buffer.from('x'.repeat(5000)))).toMatchObject({
      phase: 'none',
      failure: expect.stringContaining('no backup of Kindred'),
    })
    expect((await check(archive.subarray(0, archive.length - 5000))).failure).toContain('ends too early')
    expect((await check(changed(archive))).failure).toContain('was changed since the backup was made')
    const newer = Buffer.from(archive.toString('latin1').replace(/"schema": "00\d\d/, '"schema": "0999'), 'latin1')
    expect((await check(newer)).failure).toContain('made by a newer version of Kindred')
    await expect(admin.call(startRestore)).rejects.toMatchObject({ code: 'conflict' })
    expect(await titles()).toEqual(['Written since', 'In the backup'])
    expect(await readdir(join(blog().folder, 'restore')).catch(() => [])).toEqual([])
  })

  it('asks for the passphrase of an encrypted file as often as it is wrong, without sending the file again', async () => {
    const { passphrase, recipient, keyFile } = await createBackupKey()
    const path = join(blog().folder, 'plain.tar')
    await writeFile(path, archive)
    const { stream } = await encryptFile(path, recipient)
    const chunks: Uint8Array[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const asked = await check(Buffer.concat(chunks))
    expect(asked).toMatchObject({ phase: 'none', chosen: { isEncrypted: true }, failure: expect.stringContaining('encrypted') })
    const body = { source: 'upload', id: asked.chosen?.id ?? '', name: 'our blog.tar.age' } as const
    await admin.call(checkBackup, { body: { ...body, passphrase } })
    expect((await ended()).failure).toContain('file with the key')
    await admin.call(checkBackup, { body: { ...body, passphrase: 'not-the-one', keyFile } })
    expect((await ended()).failure).toContain('not the one of these backups')
    await admin.call(checkBackup, { body: { ...body, passphrase, keyFile } })
    expect(await ended()).toMatchObject({ phase: 'checked', failure: null, backup: { counts: { posts: 1, users: 1 } } })
    expect(blog().logLines.join('')).not.toContain(passphrase)
    expect(await admin.call(dropRestore)).toMatchObject({ phase: 'none', chosen: null })
    expect(await readdir(join(blog().folder, 'restore')).catch(() => [])).toEqual([])
  })

  it('shows what is in it, backs up what is there, responds with 503 meanwhile, and signs everybody out', async () => {
    expect(await check(archive)).toMatchObject({
      phase: 'checked',
      chosen: { name: 'our blog.tar' },
      backup: { counts: { posts: 1, comments: 0, users: 1 }, hasPictures: true, missingPictures: 0 },
      present: { posts: 2 },
    })
    await titles()
    expect(await admin.call(startRestore)).toMatchObject({ phase: 'restoring' })
    const page = await blog().app.request('/', {})
    expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
      503,
      '15',
      expect.stringContaining('Back in a few minutes'),
    ])
    expect((await blog().visitor().get('/api/post/getposts')).status).toBe(503)
    expect((await blog().app.request('/healthz', {})).status).toBe(200)
    await expect.poll(async () => (await blog().visitor().get('/api/post/getposts')).status, WAIT).toBe(200)
    expect(await titles()).toEqual(['In the backup'])
    expect((await admin.get('/api/restore')).status).toBe(401)
    await expect.poll(isFree, WAIT).toBe(true)
    admin = await blog().signIn(admin)
    expect(await state()).toMatchObject({ phase: 'restored', failure: null })
    const { backups } = await admin.call(listBackups)
    expect(backups.map(({ occasion }) => occasion)).toContain('before-restore')
  })

  it('takes a backup of this machine by its name, and goes back to what was there before', async () => {
    const before = (await admin.call(listBackups)).backups.find(({ occasion }) => occasion === 'before-restore')
    await admin.call(checkBackup, { body: { source: 'here', id: before?._id ?? '' } })
    expect(await ended()).toMatchObject({ phase: 'checked', backup: { counts: { posts: 2 } } })
    // Another process runs an import.
    const lock = await blog().locks.tryLock('import')
    await expect(admin.call(startRestore)).rejects.toMatchObject({ code: 'conflict' })
    await lock?.release()
    await admin.call(startRestore)
    await expect.poll(async () => (await blog().visitor().get('/api/post/getposts')).status, WAIT).toBe(200)
    expect(await titles()).toEqual(['Written since', 'In the backup'])
    await expect.poll(isFree, WAIT).toBe(true)
  })
})

async function backUp({ databaseUrl, storage, folder, clock }: TestApp): Promise<Buffer> {
  const path = join(folder, 'a backup.tar')
  await createBackup({ databaseUrl, files: storage.files, path, now: () => clock.now })
  return readFile(path)
}

/** Changes one byte in the rows of the posts. */
function changed(archive: Buffer): Buffer {
  const copy = Buffer.from(archive)
  const at = copy.indexOf('tables/posts/') + 512 + 40
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

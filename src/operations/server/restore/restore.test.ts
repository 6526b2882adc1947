import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { v7 as newId } from 'uuid'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { checkBackup, getRestore, startRestore } from '#operations/contract/restore.endpoints.ts'
import { createBackup } from '#operations/server/backup/create-backup.ts'
import { createBackupKey } from '#operations/server/off-site/backup-key.ts'
import { encryptFile } from '#operations/server/off-site/encrypt-backup.ts'
import { onEachEngineInOrder, useTestApp } from '#tests/support/engines.ts'
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { tusClient } from '#tests/support/media/tus.ts'

/** Each check and restore is a process of its own, which waits for the others of a busy machine. */
const WAIT = { interval: 100 }

onEachEngineInOrder('A restore from the browser', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let archive: Buffer

  const titles = async () => (await blog().visitor().call(listPosts)).posts.map(({ title }) => title)
  const ended = async () => {
    await expect.poll(async () => (await admin.call(getRestore)).running, WAIT).toBeNull()
    return admin.call(getRestore)
  }
  const send = async (bytes: Uint8Array, as = admin) => {
    const { url, error } = await tusClient(as).send({ kind: 'backup', name: 'our blog.tar', bytes })
    expect(error).toBeNull()
    return url.slice(url.lastIndexOf('/') + 1)
  }
  const check = async (bytes: Uint8Array) => {
    await admin.call(checkBackup, { body: { id: await send(bytes) } })
    return ended()
  }

  beforeAll(async () => {
    const source = await createTestApp({ engine: 'sqlite' })
    const writer = await source.makeAdmin()
    await source.makePost({ by: writer, title: 'In the backup' })
    await source.makePost({ by: writer, title: 'Planned', publishAt: new Date(source.clock.now + DAY_MS).toISOString() })
    const draft = { title: 'Half a thought', category: 'life', image: '', content: '<p>Not yet.</p>', sequence: 0, baseRevision: 0 }
    await writer.call(saveDraft, { params: { postId: newId().replaceAll('-', '') }, body: draft })
    archive = await backUp(source)
    await source.close()
    admin = await blog().makeAdmin()
  })

  it('refuses a foreign, a cut off and a changed file, and one of a newer version, and says why', async () => {
    expect(await admin.call(getRestore)).toMatchObject({ isPossible: true, checked: null, failure: null })
    expect((await check(Buffer.from('x'.repeat(5000)))).failure).toContain('no backup of Kindred')
    expect((await check(archive.subarray(0, archive.length - 5000))).failure).toContain('ends too early')
    expect((await check(changed(archive))).failure).toContain('was changed since the backup was made')
    const newer = Buffer.from(archive.toString('latin1').replace(/"schema": "00\d\d/, '"schema": "0999'), 'latin1')
    expect((await check(newer)).failure).toContain('made by a newer version of Kindred')
    await expect(admin.call(checkBackup, { body: { id: 'f'.repeat(32) } })).rejects.toMatchObject({ code: 'gone' })
    // A refusal is no fault of the blog: one line, without a stack.
    const lines = blog().logLines.map((line) => JSON.parse(line) as { level: number; msg: string; err?: unknown })
    expect(lines.filter(({ msg }) => msg.startsWith('check of a backup')).map(({ level, msg, err }) => [level, msg, err])).toEqual(
      Array.from({ length: 4 }, () => [40, 'check of a backup refused', undefined]),
    )
    expect(await leftovers(blog())).toEqual([])
  })

  it('reads an encrypted file as often as its passphrase is wrong, without sending it again, and writes nothing in the clear', async () => {
    const { passphrase, recipient, keyFile } = await createBackupKey()
    const path = join(blog().folder, 'plain.tar')
    await writeFile(path, archive)
    const chunks: Uint8Array[] = []
    for await (const chunk of (await encryptFile(path, recipient)).stream) chunks.push(chunk)
    const id = await send(Buffer.concat(chunks))
    const open = async (more: object) => {
      await admin.call(checkBackup, { body: { id, ...more } })
      return ended()
    }
    expect((await open({ passphrase })).failure).toContain('file with the key')
    expect((await open({ passphrase: 'not-the-one', keyFile })).failure).toContain('not the one of these backups')
    expect(await open({ passphrase, keyFile })).toMatchObject({
      failure: null,
      checked: { id, report: { counts: { posts: 1, users: 1 } } },
    })
    expect(blog().logLines.join('')).not.toContain(passphrase)
    expect(await leftovers(blog())).toEqual([])
  })

  it('shows what is in it and its admins, takes the place of the new blog, and signs everybody out', async () => {
    const { checked } = await check(archive)
    expect(checked?.report).toMatchObject({
      counts: { posts: 1, unpublished: 2, comments: 0, users: 1, pictures: 0 },
      hasPictures: true,
      leftOut: [],
    })
    expect(checked?.report.admins).toHaveLength(1)
    await titles()
    await admin.call(startRestore, { body: { id: checked?.id ?? '' } })
    await expect.poll(async () => (await admin.get('/api/restore')).status, WAIT).toBe(401)
    await expect.poll(titles, WAIT).toEqual(['In the backup'])
    admin = await blog().signIn({ email: checked?.report.admins[0]?.email ?? '' })
    await ended()
    expect(
      await blog()
        .db.selectFrom('uploads')
        .select('id')
        .where('id', '=', checked?.id ?? '')
        .execute(),
    ).toEqual([])
  })

  it('is not possible once there is a blog, also when that began after the backup was read', async () => {
    expect(await admin.call(getRestore)).toMatchObject({ isPossible: false })
    const id = await send(archive)
    for (const endpoint of [checkBackup, startRestore])
      await expect(admin.call(endpoint, { body: { id } })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('says after a crash that it did not end', async () => {
    await blog().db.updateTable('jobs').set({ started_at: blog().clock.now }).where('name', '=', 'restore').execute()
    expect(await admin.call(getRestore)).toMatchObject({ running: null, checked: null, failure: expect.stringContaining('was stopped') })
  })
})

/** Names of what is unpacked or decrypted. */
const leftovers = async ({ folder }: TestApp) => (await readdir(folder)).filter((name) => name.startsWith('.kindred') || name === 'restore')

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

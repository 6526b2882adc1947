import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as newId } from 'uuid'
import type { UploadResult } from '#media/contract/uploads.ts'
import { createSession } from '#accounts/server/sessions/sessions.store.ts'
import { createUser } from '#accounts/server/users/users.store.ts'
import { runScript } from '#tests/support/blog-process.ts'
import { photograph } from '#tests/support/pictures.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { createBucket, missingS3 } from '#tests/support/s3.ts'
import { createDatabase } from '#tests/support/test-app.ts'
import { metadataOf } from '#tests/support/tus.ts'

/** `npm run blog -- storage`, as an operator runs it. */
async function startService(env: Record<string, string>) {
  const { PATH } = process.env
  const child = spawn(process.execPath, ['src/app/cli/main.ts', 'storage'], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /is ready: (http\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    return {
      url,
      stop: async () => {
        child.kill('SIGTERM')
        await once(child, 'exit')
        return child.exitCode
      },
    }
  }
  throw new Error('The storage service did not start.')
}

describe('The storage service alone, on a bucket', unlessMissing(missingS3()), () => {
  let dataDir: string
  let env: Record<string, string>
  let bucket: Awaited<ReturnType<typeof createBucket>>
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kindred-service-'))
    bucket = await createBucket()
    const { endpoint, region, accessKeyId, secretAccessKey, bucket: name } = bucket.settings
    env = {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      STORAGE_URL: `s3://${name}`,
      S3_ENDPOINT: endpoint ?? '',
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('receives uploads and sends pictures with the sessions of the blog, and writes nothing to the disk', async () => {
    const cookie = await makeSession(dataDir)
    const { url, stop } = await startService(env)
    const bytes = await photograph(100, 80)
    const headers = {
      cookie,
      'Tus-Resumable': '1.0.0',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Length': String(bytes.byteLength),
      'Upload-Metadata': metadataOf({ kind: 'post', filename: 'a.jpg' }),
    }
    const sent = await fetch(`${url}/files`, { method: 'POST', headers, body: new Uint8Array(bytes) })
    expect(sent.status).toBe(201)
    const response = await fetch(new URL(sent.headers.get('location') ?? '', url), { headers: { cookie } })
    const result = (await response.json()) as UploadResult
    expect(result.state).toBe('done')
    const address = new URL('url' in result ? result.url : '', url)
    const picture = await fetch(address, { headers: { cookie } })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(`${url}/api/post/getposts`)).status).toBe(404)
    expect((await fetch(`${url}/files`, { method: 'POST', headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(401)
    expect(await stop()).toBe(0)
    expect((await readdir(dataDir)).filter((name) => !name.startsWith('kindred.sqlite'))).toEqual([])
    expect((await bucket.listKeys()).every((key) => /^files\/[\w-]{16}\//.test(key))).toBe(true)
  })

  it('does not start without its bucket, and prints one line', async () => {
    const { exitCode, output } = await runScript('src/app/cli/main.ts', ['storage'], {
      ...env,
      STORAGE_URL: 's3://no-such-bucket',
    })
    expect(exitCode).toBe(1)
    expect(output).toMatch(/^The bucket named by STORAGE_URL could not be opened \(.+\)\. Look at STORAGE_URL and the S3_ settings\.\n$/)
    expect(output).not.toContain('testing')
  })
})

/** Creates the database of a blog with an admin, and a session of the admin. */
async function makeSession(folder: string): Promise<string> {
  const { db } = await createDatabase('sqlite', folder)
  const [id, now] = [newId(), Date.now()]
  const admin = {
    id,
    username: 'mara',
    email: 'mara@example.org',
    password_hash: null,
    picture_url: null,
    is_admin: 1,
    is_family: 0,
  } as const
  await createUser(db, { ...admin, created_at: now, updated_at: now })
  const { token } = await createSession(db, { userId: id, now })
  await db.destroy()
  return `session=${token}`
}

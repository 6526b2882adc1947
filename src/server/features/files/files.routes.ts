import { randomBytes } from 'node:crypto'
import anyAscii from 'any-ascii'
import type { Hono } from 'hono'
import { AppError } from '#contract/errors.ts'
import { UPLOAD_MAX_BYTES, type UploadKind } from '#contract/limits.ts'
import { mayWritePosts } from '#contract/permissions.ts'
import type { ApiDependencies } from '#server/platform/http/api.ts'
import { readBytes } from '#server/platform/http/body.ts'
import type { AppEnv } from '#server/platform/http/middleware.ts'
import { readSessionCookie } from '#server/platform/http/session-cookie.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { cleanPicture } from './clean-picture.ts'

interface Dependencies {
  readonly files: FileStore
  readonly authenticate: ApiDependencies['authenticate']
}

const FILE_HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Opened by itself, a file can run nothing.
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

/** Pictures from the phone to the reader: taken in clean, given out for ever. */
export function mountFiles(app: Hono<AppEnv>, { files, authenticate }: Dependencies): void {
  app.post('/files', async (context) => {
    const request = context.req.raw
    const kind = context.req.query('kind') === 'profile' ? 'profile' : 'post'
    await requireUploader(readSessionCookie(request), kind, authenticate)
    const picture = await cleanPicture(await readBytes(request, UPLOAD_MAX_BYTES[kind]))
    const key = newFileKey(request.headers.get('upload-name') ?? '')
    await files.write(key, picture)
    return context.json({ url: `/files/${key}` }, 201)
  })

  app.get('/files/:folder/:name', async (context) => {
    const bytes = await files.read(`${context.req.param('folder')}/${context.req.param('name')}`)
    if (!bytes) throw new AppError('not_found')
    return context.body(bytes, 200, FILE_HEADERS)
  })
}

async function requireUploader(token: string | undefined, kind: UploadKind, authenticate: Dependencies['authenticate']): Promise<void> {
  const session = token === undefined ? null : await authenticate(token)
  if (!session) throw new AppError('not_signed_in')
  if (kind === 'post' && !mayWritePosts(session.viewer)) throw new AppError('forbidden')
}

/** A random folder that nobody guesses, then the name as it was, made safe (spec §5: time stamp and original name). */
function newFileKey(encodedName: string): string {
  const name = anyAscii(decodeName(encodedName)).replace(/^.*[/\\]/s, '')
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w-]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return `${randomBytes(12).toString('base64url')}/${stem === '' ? 'picture' : stem}.webp`
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

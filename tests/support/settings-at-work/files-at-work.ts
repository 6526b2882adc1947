import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { plain } from '#tests/support/pictures.ts'
import { SMALL_SITE, smallWordpressExport } from '#tests/support/small-exports.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { tusClient, uploadPicture } from '#tests/support/tus.ts'
import type { Stage } from './stage.ts'

const MEGABYTE = 1024 * 1024

/** A film of exactly this size is taken, and none that is larger. */
export async function mediaSizeAtWork({ admin }: Stage, megabytes: number): Promise<void> {
  const begin = (size: number) => tusClient(admin).create({ kind: 'media', name: 'film.mp4', size })
  const taken = await begin(megabytes * MEGABYTE)
  expect(taken).toMatchObject({ status: 201, error: null })
  expect(await begin(megabytes * MEGABYTE + 1)).toMatchObject({
    status: 413,
    error: { message: expect.stringContaining(`${megabytes} MB`) },
  })
  await tusClient(admin).end(taken.url)
}

/** A file of the old blog of exactly this size is fetched, and none that is larger. */
export async function importSizeAtWork({ blog }: Stage, megabytes: number): Promise<void> {
  const sizes: Readonly<Record<string, number>> = { '/fits.pdf': megabytes * MEGABYTE, '/larger.pdf': megabytes * MEGABYTE + 1 }
  const begun: string[] = []
  // Announces the size, and breaks off when the blog reads on.
  const server = createServer((request, response) => {
    begun.push(request.url ?? '')
    response.writeHead(200, { 'content-length': sizes[request.url ?? ''] })
    response.write('%PDF-1.7', () => setImmediate(() => response.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = `<p><a href="${site}/fits.pdf">a</a> <a href="${site}/larger.pdf">b</a></p>`
  const xml = smallWordpressExport([{ id: megabytes, title: `${megabytes} MB`, body }]).replaceAll(SMALL_SITE, site)
  const path = join(makeFolder({ 'export.xml': xml }), 'export.xml')
  const { report } = await importBlog(importPartsOf(blog), importOptions(path))
  server.closeAllConnections()
  server.close()
  const reasons = report
    .toText()
    .split('\n')
    .filter((line) => line.includes('.pdf'))
  expect(reasons.find((line) => line.includes('larger.pdf'))).toContain(`larger than ${megabytes} MB`)
  expect(reasons.find((line) => line.includes('fits.pdf'))).toMatch(/^(?!.*larger than)/)
  expect(begun).toContain('/fits.pdf')
}

/** The print copy of a photo is taken, or not. */
export async function printCopiesAtWork({ admin }: Stage, isKept: boolean): Promise<void> {
  const bytes = await plain(40, 30).jpeg().toBuffer()
  const picture = await uploadPicture(admin, { kind: 'post', bytes })
  const { status } = await tusClient(admin).create({ kind: 'print', picture, size: bytes.byteLength })
  expect(status).toBe(isKept ? 201 : 403)
}

import { describe, expect, it } from 'vitest'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { noise, plain } from '#tests/support/media/pictures.ts'
import { XSS_PAYLOADS } from '#tests/cases/xss-payloads.ts'
import { safeFileName, storePicture } from './store-picture.ts'

describe('Storing a picture', () => {
  const blog = useTestApp('sqlite')

  it('A stored picture can be opened by its uploader, and other files are rejected', async () => {
    const { db, storage, workers, clock } = blog()
    const user = await blog().makeUser()
    const { id } = user
    const importer = { db, files: storage.files, workers, now: () => clock.now }
    const url = await storePicture(importer, {
      bytes: await noise(500, 300).jpeg().toBuffer(),
      kind: 'profile',
      name: 'photo',
      userId: id,
    })
    const colours = expect.stringMatching(/^[0-9a-f]{36}$/)
    expect(readPictureAddress(url)).toMatchObject({ width: 300, height: 300, colours, name: `${clock.now}-photo` })
    expect((await user.send(url, { method: 'HEAD' })).status).toBe(200)
    const page = { bytes: Buffer.from('<html>'), kind: 'profile', name: 'photo', userId: id } as const
    await expect(storePicture(importer, page)).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('Nothing remains when the storage fails half-way', async () => {
    const { db, storage, workers, clock } = blog()
    const { id } = await blog().makeUser()
    let writes = 0
    const files = {
      ...storage.files,
      async write(key: string, bytes: Uint8Array) {
        writes += 1
        if (writes === 3) throw new Error('the disk is full')
        await storage.files.write(key, bytes)
      },
    }
    const before = await db.selectFrom('pictures').select('folder').execute()
    const picture = { bytes: await plain(400, 300).png().toBuffer(), kind: 'post', name: 'x', userId: id } as const
    await expect(storePicture({ db, files, workers, now: () => clock.now }, picture)).rejects.toThrow('the disk is full')
    expect(await db.selectFrom('pictures').select('folder').execute()).toEqual(before)
  })
})

it('A safe file name contains only letters, digits and hyphens', () => {
  for (const name of XSS_PAYLOADS) expect(safeFileName(`${name}.png`), name).toMatch(/^[a-zA-Z0-9]+(-+[a-zA-Z0-9]+)*-?$/)
})

import { describe, expect, it } from 'vitest'
import { UPLOAD_KINDS, UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { createClient } from '#tests/support/test-client.ts'
import { tusClient } from '#tests/support/media/tus.ts'

describe('The largest upload of each kind', () => {
  const blog = useTestApp('sqlite')

  it.each(UPLOAD_KINDS)('%s begins at exactly its limit, and not above', async (kind) => {
    const admin = await blog().makeAdmin()
    // The disk of this machine may have less room.
    const app = blog().appWith({ storage: { ...blog().storage, freeBytes: async () => null } })
    const create = (size: number) => tusClient(createClient(app, admin.cookie)).create({ kind, name: 'a.mp4', size })
    expect(await create(UPLOAD_MAX_BYTES[kind])).toMatchObject({ status: 201, error: null })
    expect(await create(UPLOAD_MAX_BYTES[kind] + 1)).toMatchObject({ status: 413, error: { code: 'too_large' } })
  })
})

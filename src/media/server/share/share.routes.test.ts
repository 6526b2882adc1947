import { describe, expect, it } from 'vitest'
import { useTestApp } from '#tests/support/engines.ts'

describe('What phones share', () => {
  const blog = useTestApp('sqlite')

  it('Without the worker, a POST of the share sheet, or of any site, leads to the editor and changes nothing', async () => {
    const admin = await blog().makeAdmin()
    const post = async (path: string, origin: string) => {
      const body = new FormData()
      body.append('files', new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
      const response = await admin.send(path, { method: 'POST', headers: { origin }, body })
      return [response.status, response.headers.get('location')]
    }
    for (const origin of ['null', 'https://evil.test'])
      expect(await post('/share/files?id=1', origin)).toEqual([303, '/create-post?shared=none'])
    expect(await blog().db.selectFrom('uploads').selectAll().execute()).toEqual([])
    // Any other address refuses such a POST as before.
    for (const path of ['/create-post', '/share', '/share/', '/share/files/', '/share/worker.js', '/files'])
      expect(await post(path, 'null')).toEqual([403, null])
  })

  it('The manifest offers the blog for photos, videos, audio and documents', async () => {
    const manifest = await (await blog().visitor().send('/site.webmanifest', {})).json()
    expect(manifest).toMatchObject({
      display: 'minimal-ui',
      share_target: { action: '/share/files', method: 'POST', enctype: 'multipart/form-data' },
    })
    const { accept } = manifest.share_target.params.files[0]
    expect(accept).toEqual(expect.arrayContaining(['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/plain', '.docx']))
    expect(accept.join(' ')).not.toMatch(/zip|html|svg|epub/)
  })
})

import { expect, it } from 'vitest'
import { getExport } from '#import-export/contract/export.endpoints.ts'
import { createImport, getImport, type ImportState, startImport } from '#import-export/contract/imports.endpoints.ts'
import { getLook, updateLook } from '#site/contract/look.endpoints.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { LOW_PRIORITY } from '#tests/support/blog/low-priority.ts'
import { noise } from '#tests/support/media/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { tusClient, uploadPicture } from '#tests/support/media/tus.ts'

onEachEngine('Download of the whole blog', (engine) => {
  const from = useTestApp(engine)
  const into = useTestApp(engine === 'sqlite' ? 'postgres' : 'sqlite')

  const download = async (admin: TestUser) => {
    const response = await admin.send('/api/export/file', {})
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="[a-z0-9-]+-\d{4}-\d\d-\d\d\.zip"$/),
    })
    return Buffer.from(await response.arrayBuffer())
  }

  it('An admin downloads it, and another blog takes it back in the dashboard', async () => {
    const author = await from().makeAdmin()
    const picture = await uploadPicture(author, { kind: 'post', bytes: await noise(300, 200).jpeg().toBuffer() })
    await from().makePost({ by: author, title: 'With a photo', content: `<p>Words</p><img src="${picture}" alt="Us">` })
    const logo = await uploadPicture(author, { kind: 'post', bytes: await noise(64, 64).png().toBuffer() })
    await author.call(updateLook, { body: { palette: 'forest', logo } })
    const draft = { id: 'd'.repeat(32), sequence: 0 }
    await author.call(createPost, { body: { title: 'For admins', content: '<p>Secret.</p>', audience: 'admins', draft } })

    const admin = await into().makeAdmin()
    const { url } = await tusClient(admin).send({ kind: 'import', bytes: await download(author) })
    const { _id, format } = await admin.call(createImport, { body: { upload: url.slice('/files/uploads/'.length) } })
    expect(format).toBe('kindred')
    const params = { import: _id }
    const ended = async (state: ImportState) => {
      await expect.poll(async () => (await admin.call(getImport, { params })).state, LOW_PRIORITY).toBe(state)
      return admin.call(getImport, { params })
    }
    await admin.call(startImport, { params, body: {} })
    const checked = await ended('checked')
    expect(checked.check?.counts).toMatchObject({ posts: 2, pictures: 2, settings: 2 })
    expect(await admin.call(getLook)).toMatchObject({ palette: 'heart', logo: '' })
    await admin.call(startImport, { params })
    expect((await ended('done')).result).toMatchObject({ counts: checked.check?.counts, missingCount: 0 })
    const posts = await into().db.selectFrom('posts').select(['title', 'audience']).where('kind', '=', 'post').orderBy('title').execute()
    expect(posts).toEqual([
      { title: 'For admins', audience: 'admins' },
      { title: 'With a photo', audience: 'public' },
    ])
  })

  it('It is one zip file, and the log says who downloaded it', async () => {
    const admin = await from().makeAdmin()
    expect((await admin.call(getExport)).name).toMatch(/\.zip$/)
    expect((await download(admin)).subarray(0, 2).toString()).toBe('PK')
    expect(from().logLines.join('\n')).toContain(`"userId":"${admin.id}","msg":"blog exported"`)
  })
})

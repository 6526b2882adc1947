import { cp } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { importBlog } from '#import-export/server/writer/import-blog.ts'
import { createPost } from '#writing/contract/edit-posts.endpoints.ts'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { exportUnpacked } from '#tests/support/import-export/archive.ts'
import { importOptions, importPartsOf } from '#tests/support/import-export/import-parts.ts'

onEachEngine('ids of an exported blog', (engine) => {
  const from = useTestApp(engine)
  const into = useTestApp(engine)

  it('Posts of plain clients and of the form keep their ids, and a later export from another folder brings none again', async () => {
    const author = await from().makeAdmin()
    await into().makeUser({ username: author.username, isAdmin: true })
    const plain = await from().makePost({ by: author })
    const [ofForm, ofImport] = ['c'.repeat(32), IMPORTED_DRAFT + 'c'.repeat(16)]
    for (const id of [ofForm, ofImport]) {
      const body = { title: `Post ${id}`, category: 'life', content: '<p>Words.</p>', draft: { id, sequence: 0 } }
      await author.call(createPost, { body })
    }
    const { folder } = await exportUnpacked(from())
    await cp(folder, `${folder}-again`, { recursive: true })
    const read = async (folder: string) => (await importBlog(importPartsOf(into()), importOptions(folder, { fetchFile: null }))).report
    expect((await read(folder)).counts).toMatchObject({ posts: 3, alreadyHere: 0 })
    const ids = (await into().db.selectFrom('posts').select('id').where('kind', '=', 'post').execute()).map(({ id }) => id)
    // An id of an imported draft says that this blog imported it as one.
    expect(ids).toHaveLength(3)
    expect(ids).toEqual(expect.arrayContaining([plain._id, ofForm]))
    expect(ids).not.toContain(ofImport)
    expect((await read(`${folder}-again`)).counts).toMatchObject({ posts: 0, alreadyHere: 3 })
  })
})

import { beforeAll, expect, it } from 'vitest'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { deletePage } from '#site/contract/blog-pages.endpoints.ts'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { getChecklist, updateChecklist } from '#settings/contract/checklist.endpoints.ts'
import { updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { saveDraft } from '#writing/contract/writing.endpoints.ts'
import { updateBlogWords } from '#site/contract/site.endpoints.ts'
import { updateLook } from '#site/contract/look.endpoints.ts'
import { CHECKLIST_ITEMS } from '#settings/contract/checklist-items.ts'
import { CHECKLIST_MS } from '#settings/contract/settings-limits.ts'
import { NEW_ACCOUNT_MS } from '#comments/contract/comment-limits.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { plain } from '#tests/support/media/pictures.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { uploadPicture } from '#tests/support/media/tus.ts'

onEachEngine('The checklist of a new blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeAdmin()
  })
  const read = () => admin.call(getChecklist)
  const change = (body: { done: 'backup' }) => admin.call(updateChecklist, { body })
  const write = (postId: string) =>
    admin.call(updatePost, {
      params: { postId, userId: admin.id },
      body: { title: 'Ours', content: '<p>Our own words.</p>' },
    })

  it('Each item is done as soon as the stored data shows it, and drafts do not count', async () => {
    expect(await read()).toEqual({ isShown: true, done: [], starterPages: FIXED_PAGE_IDS })
    await write('welcome')
    expect((await read()).done).toEqual([])
    await write('about')
    expect((await read()).done).toEqual(['words'])
    await admin.call(deletePage, { params: { page: 'about' } })
    expect((await read()).done).toEqual([])
    const logo = await uploadPicture(admin, { kind: 'post', bytes: await plain(40, 30).png().toBuffer() })
    await admin.call(updateLook, { body: { logo } })
    await admin.call(updateBlogWords, { body: { contact: 'us@example.org' } })
    expect((await read()).done).toEqual(['picture', 'contact'])
    const draft = { sequence: 0, baseRevision: 0, title: 'Ours', category: 'life', image: '', content: '<p>Half</p>' }
    await admin.call(saveDraft, { params: { postId: 'a'.repeat(32) }, body: draft })
    expect((await read()).done).toEqual(['picture', 'contact'])
    await blog().makePost({ by: admin })
    expect((await read()).done).toEqual(['picture', 'contact', 'post'])
    expect((await change({ done: 'backup' })).done).toEqual(['picture', 'contact', 'post', 'backup'])
    await admin.call(createInvitation, { body: { name: 'Grandparents', usesMax: 2 } })
    expect((await read()).done).toContain('invitation')
    await write('about')
    const starterPages = ['projects', 'call-to-action', 'privacy-policy', 'terms']
    expect(await read()).toEqual({ isShown: false, done: [...CHECKLIST_ITEMS], starterPages })
  })
})

onEachEngine('The checklist', (engine) => {
  const blog = useTestApp(engine)

  it('It ends after sixty days, and hiding it affects all admins for good', async () => {
    const admin = await blog().makeAdmin()
    const read = async (by = admin) => (await by.call(getChecklist)).isShown
    blog().clock.advance(CHECKLIST_MS - NEW_ACCOUNT_MS - 1)
    const other = await blog().signIn(admin)
    expect(await read(other)).toBe(true)
    blog().clock.advance(1)
    expect(await read(other)).toBe(false)
    blog().clock.advance(-1)
    expect((await other.call(updateChecklist, { body: { isShown: false } })).isShown).toBe(false)
    expect((await other.put('/api/checklist', { isShown: true })).status).toBe(400)
    const second = await blog().makeAdmin()
    expect(await second.call(getChecklist)).toEqual({ isShown: false, done: ['invitation'], starterPages: FIXED_PAGE_IDS })
  })
})

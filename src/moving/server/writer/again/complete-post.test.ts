import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteComment } from '#comments/contract/comments.endpoints.ts'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { getDraft, listRevisions, saveDraft } from '#writing/contract/writing.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { noise } from '#tests/support/pictures.ts'
import { smallWxr, type SmallPost, uploadedAt } from '#tests/support/small-wxr.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions } from '#moving/server/writer/import-run.ts'
import type { Fetched } from '#moving/server/writer/files/download-picture.ts'

const bodyOf = (WARD: string, PORT: string) =>
  `<p>One. <img src="${WARD}" alt="The &quot;ward&quot; &amp; us"></p><figure class="wp-block-image"><a href="https://elsewhere.example/"><img src="${PORT}" alt=""></a><figcaption>A port</figcaption></figure><p>See <a href="${WARD}">the ward</a>, large.</p>`

onEachEngine('A second run of an import', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let bytes: Buffer
  /** Addresses that exist on the old site; null while it is down. */
  let available: ReadonlySet<string> | null = null
  let number = 0
  /** Addresses of pictures, set before each test. */
  let [WARD, PORT, COVER] = ['', '', '']

  const downloadPicture = async (address: string): Promise<Fetched> => {
    if (available === null) return { problem: 'unreachable', reason: 'the site could not be reached' }
    return available.has(address) ? { bytes } : { problem: 'refused', reason: 'the site answered 404' }
  }
  /** Each test has its own posts. */
  const makePost = (more: Partial<SmallPost> = {}): SmallPost => {
    number += 1
    return { id: number, title: `Post ${number}`, slug: `post-${number}`, body: bodyOf(WARD, PORT), cover: 900, ...more }
  }
  const run = async (posts: readonly SmallPost[], more: Partial<ImportOptions> = {}) => {
    const path = join(blog().folder, 'export.xml')
    await writeFile(path, smallWxr(posts, [{ id: 900, name: COVER.slice(COVER.lastIndexOf('/') + 1) }]))
    const { report } = await importBlog(importPartsOf(blog()), importOptions(path, { downloadPicture, ...more }))
    return report.toData(more.isDryRun === true)
  }
  const rowOf = ({ slug = '' }: SmallPost) => blog().db.selectFrom('posts').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()
  type Update = CallInput<typeof updatePost>['body']
  const update = (postId: string, body: Update) => admin.call(updatePost, { params: { postId, userId: admin.id }, body })

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    bytes = await noise(40, 30).jpeg().toBuffer()
  })
  beforeEach(() => {
    available = null
    ;[WARD, PORT, COVER] = ['ward', 'port', 'cover'].map((name) => uploadedAt(`${name}-${number}.jpg`)) as [string, string, string]
  })

  it('Missing pictures do not prevent the import of a post, and are reported', async () => {
    const post = makePost()
    const { counts, missing, missingCount, notes } = await run([post])
    expect(counts).toMatchObject({ posts: 1, pictures: 0 })
    expect(missing.map(({ what, address }) => `${what} ${address}`).toSorted()).toEqual(
      [`picture ${WARD}`, `picture ${PORT}`, `picture ${WARD}`, `cover ${COVER}`].toSorted(),
    )
    expect(missingCount).toBe(4)
    expect(notes.map(({ kind }) => kind)).toEqual(['picture'])
    expect(await rowOf(post)).toMatchObject({
      image_url: null,
      revision: 1,
      content: `<p>One. <a href="${WARD}" rel="noopener noreferrer">[picture: The "ward" &amp; us]</a></p><figure><a href="https://elsewhere.example/" rel="noopener noreferrer">[picture]</a><figcaption>A port</figcaption></figure><p>See <a href="${WARD}" rel="noopener noreferrer">the ward</a>, large.</p>`,
    })
  })

  it('Missing pictures are filled in, and the post equals one that was imported with them', async () => {
    const [post, other] = [makePost(), makePost()]
    await run([post])
    const before = await rowOf(post)
    const readText = async () =>
      (
        await blog()
          .visitor()
          .call(listPosts, { query: { postId: before.id } })
      ).posts[0]?.content
    expect(await readText()).toContain('[picture]')

    available = new Set([WARD, PORT, COVER])
    const dry = await run([post, other], { isDryRun: true })
    expect(dry.counts).toMatchObject({ alreadyThere: 1, mended: 1, posts: 1, pictures: 3 })
    expect(await rowOf(post)).toEqual(before)
    const { counts, missingCount } = await run([post, other])
    expect([counts, missingCount]).toEqual([dry.counts, 0])
    const [mended, whole] = [await rowOf(post), await rowOf(other)]
    expect([mended.content, mended.image_url]).toEqual([whole.content, whole.image_url])
    expect(mended).toMatchObject({ revision: 2, updated_at: before.updated_at, editor_id: before.editor_id, slug: before.slug })
    // Readers see the change at once, and the previous version remains.
    expect(await readText()).toBe(whole.content)
    const { revisions } = await admin.call(listRevisions, { params: { postId: before.id } })
    expect(revisions.map(({ revision }) => revision)).toEqual([2, 1])
    for (const table of ['announcements', 'outbox'] as const) expect(await blog().db.selectFrom(table).selectAll().execute()).toEqual([])

    expect((await run([post, other])).counts).toMatchObject({ alreadyThere: 2, mended: 0, pictures: 0 })
    expect(await rowOf(post)).toEqual(mended)
  })

  it('An available picture is filled in while another one is still missing', async () => {
    const post = makePost()
    await run([post])
    available = new Set([WARD])
    const { counts, missing } = await run([post])
    expect(counts.mended).toBe(1)
    expect(missing.map(({ address }) => `${address}`).toSorted()).toEqual([COVER, PORT].toSorted())
    const { content, image_url } = await rowOf(post)
    expect([image_url, content.match(/\/files\//g)?.length, content.includes('>[picture]<')]).toEqual([null, 2, true])
  })

  it('Changes by the family remain', async () => {
    const posts = [makePost(), makePost(), makePost(), makePost()] as const
    await run(posts)
    const [words, removed, covered, uncovered] = (await Promise.all(posts.map(rowOf))) as [Row, Row, Row, Row]
    const content = words.content.replace('One.', 'One, as we say now &amp; then.').replace('>the ward<', '>our ward<')
    await update(words.id, { title: 'Another title', category: 'medical', content })
    await update(removed.id, { content: '<p>One. No pictures, please. [Picture]</p>' })
    await update(covered.id, { image: '/files/abcdefabcdefabcd/1-own_40x30_aabbcc.jpg' })
    await update(uncovered.id, { image: '/files/abcdefabcdefabcd/1-own_40x30_aabbcc.jpg' })
    await update(uncovered.id, { image: '' })
    const [, removedNow, coveredNow] = await Promise.all([words, removed, covered].map(({ id }) => rowById(id)))

    available = new Set([WARD, PORT, COVER])
    const { counts } = await run(posts)
    expect(counts).toMatchObject({ alreadyThere: 4, mended: 4 })
    const mended = await rowById(words.id)
    expect(mended).toMatchObject({ title: 'Another title', category: 'medical', slug: 'another-title' })
    expect(mended.content).toMatch(
      /^<p>One, as we say now &amp; then\. <img src="\/files\/[^"]+" alt="The &quot;ward&quot; &amp; us"><\/p>/,
    )
    expect(mended.content).toMatch(/See <a href="\/files\/[^"]+">our ward<\/a>/)
    expect((await rowById(removed.id)).content).toBe(removedNow?.content)
    expect((await rowById(covered.id)).image_url).toBe(coveredNow?.image_url)
    expect((await rowById(uncovered.id)).image_url).toBeNull()
  })
  type Row = Awaited<ReturnType<typeof rowOf>>
  const rowById = (id: string) => blog().db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('A removed cover, a deleted post and a deleted comment are not imported again', async () => {
    available = new Set([WARD, PORT, COVER])
    const comments = [
      { id: 5001, text: 'Unkind' },
      { id: 5002, text: 'Kind' },
    ]
    const [kept, deleted] = [makePost({ comments }), makePost()]
    await run([kept, deleted])
    const { id, image_url } = await rowOf(kept)
    expect(image_url).toMatch(/^\/files\//)
    await update(id, { image: '' })
    const unkind = await blog().db.selectFrom('comments').select('id').where('content', '=', 'Unkind').executeTakeFirstOrThrow()
    await admin.call(deleteComment, { params: { commentId: unkind.id } })
    const params = { postId: (await rowOf(deleted)).id, userId: admin.id }
    await admin.call(deletePost, { params })
    const before = await rowById(id)

    const more = { ...kept, comments: [...comments, { id: 5003, text: 'New' }] }
    const dry = await run([more, deleted], { isDryRun: true })
    const { counts, notes } = await run([more, deleted])
    expect([counts, notes]).toEqual([dry.counts, dry.notes])
    expect(counts).toMatchObject({ alreadyThere: 1, mended: 1, comments: 1, posts: 0 })
    expect(notes).toEqual([{ kind: 'deletedHere', count: 1, lines: [deleted.title] }])
    expect(await rowById(id)).toEqual(before)
    const texts = await blog()
      .db.selectFrom('comments')
      .select('content')
      .where('post_id', '=', id)
      .where('state', '=', 'shown')
      .orderBy('content')
      .execute()
    expect(texts.map(({ content }) => content)).toEqual(['Kind', 'New'])
  })

  it('A cover that is missing since an import before decision 53 is fetched, unless a revision shows that it was removed', async () => {
    const [never, removed] = [makePost({ body: 'Words' }), makePost({ body: 'Words' })]
    await run([never])
    available = new Set([COVER])
    await run([removed])
    await update((await rowOf(removed)).id, { image: '' })
    await blog().db.deleteFrom('imported_items').where('kind', '=', 'cover').execute()
    expect((await run([never, removed])).counts.mended).toBe(1)
    expect((await rowOf(never)).image_url).toMatch(/^\/files\//)
    expect((await rowOf(removed)).image_url).toBeNull()
  })

  it('A draft of the post remains, and its writer sees both texts before one is replaced', async () => {
    const post = makePost()
    await run([post])
    const { id, title, content } = await rowOf(post)
    const draft = { title, category: 'life', image: '', content: `${content}<p>More.</p>`, baseRevision: 1 } as const
    const params = { postId: id }
    await admin.call(saveDraft, { params, body: { ...draft, sequence: 0 } })
    available = new Set([WARD, PORT, COVER])
    await run([post])
    expect(await admin.call(getDraft, { params })).toMatchObject({ revision: 2, draft })
    await expect(update(id, draft)).rejects.toMatchObject({ code: 'edit_conflict' })
  })

  it('Missing old addresses are added, and those of other posts remain', async () => {
    const [one, two] = [makePost(), makePost()]
    await run([one, two])
    const [a, b] = [await rowOf(one), await rowOf(two)]
    const path = `/2020/01/${one.slug}`
    await blog().db.deleteFrom('old_addresses').where('post_id', '=', a.id).execute()
    await blog().db.insertInto('old_addresses').values({ path, post_id: b.id }).execute()
    const dry = await run([one, two], { isDryRun: true })
    const { counts } = await run([one, two])
    expect([counts.redirects, counts.mended, dry.counts.redirects]).toEqual([2, 1, 2])
    const rows = await blog().db.selectFrom('old_addresses').select('path').where('post_id', '=', a.id).execute()
    expect(rows.map((row) => row.path).toSorted()).toEqual([`/${one.slug}`, `/?p=${one.id}`].toSorted())
  })
})

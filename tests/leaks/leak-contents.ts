import type { Audience } from '#platform/contract/audiences.ts'
import { recordFileAddress, recordPageAddresses } from '#posts/server/addresses/moved-addresses.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { sourceKey, readPictureAddress, srcSetOf } from '#media/contract/picture-address.ts'
import { createPicture } from '#media/server/files/pictures.store.ts'
import type { CommentState } from '#migrations/comment-tables.ts'
import { type TestApp, TEST_TIME } from '#tests/support/test-app.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import { ID_GROUPS, type Level, LEVELS, mark } from './marks.ts'

/** Ids and addresses for requests, of every level, even if this blog does not have them. */
export interface LeakThings {
  readonly posts: { readonly id: string; readonly slug: string; readonly level: Level | 'base' }[]
  readonly pages: { readonly id: string; readonly slug: string; readonly level: Level | 'base' }[]
  readonly commentIds: string[]
  readonly userIds: string[]
  /** Picture files in every size and format. */
  readonly files: string[]
  /** Of an imported blog, and of posts with another title. */
  readonly oldAddresses: { readonly path: string; readonly level: Level | 'base' }[]
}

export type Group = keyof typeof ID_GROUPS

/** What is needed to write one blog. The same calls in the same order give the same ids and dates. */
export interface Writer {
  readonly app: TestApp
  readonly admin: TestClient
  readonly adminId: string
  readonly users: Readonly<Record<string, TestClient & { readonly id: string }>>
  readonly things: LeakThings
  /** Sets the group of the next ids. */
  readonly setGroup: (group: Group) => void
  readonly nextId: () => string
}

interface NewPost {
  readonly title: string
  readonly at: number
  readonly audience: Audience
  readonly content?: string
  readonly image?: string
  readonly category?: string
}

/** @param post `at` counts days from the first post on */
async function writePost({ admin, things }: Writer, { at, content, ...post }: NewPost): Promise<{ id: string; slug: string }> {
  const publishAt = new Date(TEST_TIME - 60 * DAY_MS + at * 3 * DAY_MS).toISOString()
  const body = { category: 'life', content: content ?? `<p>Words of a winter, ${at} of many.</p>`, ...post, publishAt }
  const response = await admin.post('/api/post/create', body)
  if (response.status !== 201 || response.body.audience !== post.audience) throw new Error(JSON.stringify(response.body))
  const written = { id: response.body._id as string, slug: response.body.slug as string }
  things.posts.push({ ...written, level: post.audience === 'public' ? 'base' : (post.audience as Level) })
  return written
}

/** Stores a picture as an upload does, with a marked name and different bytes in each file. */
async function writePicture({ app, adminId, things }: Writer, group: Group, name: string): Promise<string> {
  const number = things.files.filter((file) => file.includes(ID_GROUPS[group])).length
  const folder = `${ID_GROUPS[group]}pic${String(number).padStart(5, '0')}`
  const address = `/files/${folder}/1773480413000-${name}_700x500_111222333444555666777888999aaabbbccc.jpg`
  await createPicture(app.db, { folder, user_id: adminId, kind: 'post', address, bytes: 4000, created_at: TEST_TIME })
  const picture = readPictureAddress(address)
  if (picture === null) throw new Error(address)
  const files = (['avif', 'webp', 'jpg'] as const).flatMap((format) => srcSetOf(picture, format, 96).split(', '))
  for (const file of files) {
    const path = file.replace(/ .*/, '')
    things.files.push(path)
    await app.storage.files.write(path.slice('/files/'.length), Buffer.alloc(400, path))
  }
  // The source of its sizes is sent to nobody.
  await app.storage.files.write(sourceKey(folder), Buffer.alloc(400, mark('unpublished', 'file')))
  things.files.push(`/files/${sourceKey(folder)}`)
  const former = `/wp-content/uploads/2019/05/${name}`
  await app.edit((trx) => recordFileAddress(trx, `${former}.jpg`, folder))
  things.files.push(`${former}.jpg`, `${former}-300x200.jpg`)
  return address
}

/** Stores a video, captions and a document as an upload does, with marked names. @returns the markup that shows them */
async function writeFiles({ app, adminId, things }: Writer, level: Level, poster: string): Promise<string> {
  const store = async (ending: string, facts: string) => {
    const folder = `${ID_GROUPS[level]}file0${ending}`.padEnd(16, '0')
    const address = `/files/${folder}/1773480413000-${mark(level, 'file')}_b400${facts}.${ending}`
    await createPicture(app.db, { folder, user_id: adminId, kind: 'file', address, bytes: 400, created_at: TEST_TIME })
    await app.storage.files.write(address.slice('/files/'.length), Buffer.alloc(400, address))
    things.files.push(address)
    return address
  }
  const [video, captions, pdf] = [await store('mp4', 's20w64h48x'), await store('vtt', ''), await store('pdf', 'p1')]
  return `<figure><video controls src="${video}" poster="${poster}" aria-label="${mark(level, 'alt')}"><track kind="captions" src="${captions}"></video></figure><p><a href="${pdf}">${mark(level, 'body')}</a></p>`
}

export async function writeBase(writer: Writer): Promise<void> {
  const { admin, users, app, things } = writer
  await admin.post('/api/categories', { name: 'Journeys' })
  await admin.put('/api/category/technology', { isHidden: true })
  const picture = await writePicture(writer, 'base', 'sea')
  for (let number = 1; number <= 12; number += 1) {
    const image = number % 4 === 0 ? { image: picture } : {}
    const category = ['life', 'medical', 'journeys'][number % 3] as string
    await writePost(writer, { title: `Winter day ${number}`, at: number, audience: 'public', category, ...image })
  }
  const [first, second] = things.posts
  for (const post of [first, second]) {
    await writeComment(writer, post?.id ?? '', { userId: users['rosa']?.id ?? '', content: 'A kind word of winter' })
  }
  await admin.put(`/api/post/pin/${first?.id}`, { pinned: true })
  await users['rosa']?.put(`/api/comment/likecomment/${things.commentIds[0]}`)
  await users['rosa']?.put(`/api/post/like/${first?.id}`)
  await writePage(writer, { title: 'Visit', content: '<p>Ring twice in winter.</p>', audience: 'public' })
  await admin.put(`/api/post/updatepost/about/${writer.adminId}`, { content: `<p>About us.</p><img src="${picture}" alt="">` })
  await app.edit((trx) =>
    trx
      .insertInto('old_addresses')
      .values({ path: '/2019/05/winter', post_id: first?.id ?? '' })
      .execute(),
  )
  things.oldAddresses.push({ path: '/2019/05/winter', level: 'base' })
}

/** Writes posts that are newer than all restricted ones. */
export async function writeLatePosts(writer: Writer): Promise<void> {
  for (const number of [13, 14]) await writePost(writer, { title: `Winter day ${number}`, at: number, audience: 'public' })
}

interface NewComment {
  readonly content: string
  readonly userId?: string
  readonly guestName?: string
  readonly state?: CommentState
  /** Id of the parent comment. */
  readonly parentId?: string
}

/** Inserts a row without the API, with a known id, also on posts that the author can no longer read. */
async function writeComment({ app, things, nextId }: Writer, postId: string, comment: NewComment): Promise<string> {
  const id = nextId()
  const times = { created_at: TEST_TIME - DAY_MS, updated_at: TEST_TIME - DAY_MS }
  const { userId = null, guestName = null, content, state = 'shown', parentId } = comment
  const row = {
    id,
    post_id: postId,
    user_id: userId,
    guest_name: guestName,
    content,
    state,
    ...(parentId === undefined ? {} : { parent_id: parentId, parent_at: times.created_at, replied_to_id: parentId }),
    ...times,
  }
  await app.edit((trx) => trx.insertInto('comments').values(row).execute())
  things.commentIds.push(id)
  return id
}

async function writePage(writer: Writer, page: { title: string; content: string; audience: Audience }): Promise<string> {
  const { admin, adminId, things } = writer
  const { title, content, audience } = page
  const { body } = await admin.post('/api/pages', { title, place: 'header', audience })
  await admin.put(`/api/post/updatepost/${body._id}/${adminId}`, { content })
  things.pages.push({ id: body._id, slug: body.slug, level: audience === 'public' ? 'base' : (audience as Level) })
  return body._id as string
}

const bodyOf = async (writer: Writer, level: Level, picture: string) =>
  `<p>Winter and ${mark(level, 'body')}.</p><figure><img src="${picture}" alt="${mark(level, 'alt')}"><figcaption>${mark(level, 'caption')}</figcaption></figure>${await writeFiles(writer, level, picture)}`

/** Writes three posts, a page, comments, pictures and former addresses. */
export async function writeRestricted(writer: Writer, level: Exclude<Level, 'unpublished'>): Promise<void> {
  const { admin, adminId, users, app, things } = writer
  const audience: Audience = level
  const content = await bodyOf(writer, level, await writePicture(writer, level, mark(level, 'file')))
  const image = await writePicture(writer, level, mark(level, 'cover'))
  const plain = await writePost(writer, {
    title: `Winter ${mark(level, 'title')}`,
    at: 9.5,
    audience,
    content,
    image,
    category: 'technology',
  })
  if (level !== 'admins') await admin.put(`/api/post/pin/${plain.id}`, { pinned: true })
  const named = await writeComment(writer, plain.id, { userId: users[level]?.id ?? '', content: mark(level, 'comment') })
  await writeComment(writer, plain.id, { guestName: mark(level, 'guest'), content: `Winter ${mark(level, 'comment')}` })
  await writeComment(writer, plain.id, { content: `Reply ${mark(level, 'comment')}`, parentId: named })
  await app.edit((trx) =>
    trx
      .insertInto('likes')
      .values({ comment_id: named, user_id: users[level]?.id ?? '', created_at: TEST_TIME })
      .execute(),
  )
  await users[level]?.put(`/api/post/like/${plain.id}`)
  const renamed = await writePost(writer, { title: `Winter ${mark(level, 'former')}`, at: 17.5, audience, content })
  await admin.put(`/api/post/updatepost/${renamed.id}/${adminId}`, { title: `Winter ${mark(level, 'renamed')}` })
  things.posts.push({ id: renamed.id, slug: `winter-${mark(level, 'renamed')}`, level })
  await writeNarrowed(writer, level, content)
  const pageId = await writePage(writer, { title: `Page ${mark(level, 'page')}`, content, audience })
  const formerPage = `/2019/${mark(level, 'address')}-page`
  await app.edit((trx) => recordPageAddresses(trx, [formerPage], pageId))
  const addresses = [`/2019/05/${mark(level, 'address')}`, `/?p=70${LEVELS.indexOf(level)}`]
  for (const path of addresses) await app.edit((trx) => trx.insertInto('old_addresses').values({ path, post_id: plain.id }).execute())
  const parts = ['feed/', 'amp/', 'photo/', '2/'].map((part) => `${addresses[0]}/${part}`)
  const former = `/post/winter-${mark(level, 'former')}`
  const paths = [...addresses, ...parts, formerPage, `${formerPage}/feed/`, former]
  things.oldAddresses.push(...paths.map((path) => ({ path, level })))
}

/** Writes a post that everyone reads, comments on and caches before its audience is restricted. */
async function writeNarrowed(writer: Writer, level: Exclude<Level, 'unpublished'>, content: string): Promise<void> {
  const { admin, adminId, users, app, things } = writer
  const post = await writePost(writer, { title: `Winter ${mark(level, 'narrowed')}`, at: 18.5, audience: 'public', content })
  things.posts.pop()
  things.posts.push({ ...post, level })
  await writeComment(writer, post.id, { userId: users['otto']?.id ?? '', content: 'I was there' })
  const paths = ['/', '/search', '/projects', '/feed.xml', '/sitemap.xml', `/post/${post.slug}`, '/api/post/getposts', '/api/site']
  for (const who of [app.visitor(), users['rosa'], users['fritz'], users['otto']]) {
    for (const path of [...paths, `/api/comment/getpostcomments/${post.id}`, `/api/comment/count/${post.id}`, `/api/post/likes/${post.id}`])
      await who?.send(path, {})
  }
  const { status } = await admin.put(`/api/post/updatepost/${post.id}/${adminId}`, { audience: level })
  if (status !== 200) throw new Error(`The post did not become one for ${level}.`)
}

/**
 * Writes what only admins may see: a draft and one in the trash, an edit and an unnumbered version of a public post, a planned
 * post, a post in the trash with what readers left on it, and pending and deleted comments.
 */
export async function writeUnpublished(writer: Writer): Promise<void> {
  const { admin, adminId, users, things } = writer
  const level = 'unpublished'
  const content = await bodyOf(writer, level, await writePicture(writer, level, mark(level, 'file')))
  const image = await writePicture(writer, level, mark(level, 'cover'))
  const textOf = (place: string) => ({ title: `Winter ${mark(level, place)}`, category: 'life', image, content })
  const planned = await admin.post('/api/post/create', { ...textOf('planned'), publishAt: '2049-01-01T00:00:00Z' })
  const trashed = await admin.post('/api/post/create', textOf('trashed'))
  const openId = things.posts[1]?.id ?? ''
  const save = async (postId: string, body: object) => {
    const { status } = await admin.put(`/api/post/draft/${postId}`, { baseRevision: 0, ...body })
    if (status !== 200) throw new Error(`The text of ${postId} was not saved: ${status}`)
  }
  for (const [index, place] of ['draft', 'discarded'].entries()) {
    const id = `${ID_GROUPS[level]}${index}`.padEnd(32, '0')
    await save(id, { ...textOf(place), sequence: 0, audience: 'public' })
    if (place === 'discarded') await save(id, { ...textOf(place), sequence: 1, state: 'ended' })
    things.posts.push({ id, slug: `winter-${mark(level, place)}`, level })
  }
  await save(openId, { ...textOf('edit'), sequence: 0, baseRevision: 1, keep: textOf('kept') })
  const userId = users[level]?.id ?? ''
  await writeComment(writer, trashed.body._id, { userId, content: mark(level, 'gone') })
  await users[level]?.put(`/api/post/like/${trashed.body._id}`)
  await admin.delete(`/api/post/deletepost/${trashed.body._id}/${adminId}`)
  for (const { body } of [planned, trashed]) things.posts.push({ id: body._id, slug: body.slug, level })
  await writeComment(writer, openId, { userId, content: mark(level, 'pending'), state: 'pending' })
  const deleted = await writeComment(writer, openId, { userId, content: mark(level, 'deleted') })
  await admin.delete(`/api/comment/deletecomment/${deleted}`)
}

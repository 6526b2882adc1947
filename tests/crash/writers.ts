import { DELETED } from './ledger.ts'
import type { Person } from './person.ts'
import { bodyOf, type Client, commentKey, type KnownPost, likeKey, noteOf, postKey, titleOf, type World } from './world.ts'

const OPEN_POSTS_MAX = 40
const COMMENTS_MAX = 400

/** Writes posts, changes them, and deletes some with their comments. */
export function createAuthor(world: World, admin: Person): Client {
  const { ledger, random } = world
  const mine: KnownPost[] = []

  const touch = (marker: string, version: string) => {
    const words = world.touched.get(marker) ?? []
    if (!words.includes(version)) words.push(version)
    world.touched.set(marker, words)
  }
  async function publish(): Promise<KnownPost> {
    const marker = random.word('zq')
    const version = random.word('xv')
    touch(marker, version)
    const body = { title: titleOf(marker, version), content: bodyOf(marker, version), image: random.pick(world.pictures) }
    const { _id: id } = await ledger.write([[postKey(marker), version]], () => admin.call('POST', '/api/post/create', body))
    return { id, marker, versions: [version] }
  }
  async function change({ id, marker, versions }: KnownPost): Promise<void> {
    const version = random.word('xv')
    versions.push(version)
    for (const each of versions) touch(marker, each)
    const body = { title: titleOf(marker, version), content: bodyOf(marker, version) }
    await ledger.write([[postKey(marker), version]], () => admin.call('PUT', `/api/post/updatepost/${id}/${admin.id}`, body))
  }
  /** Deletes a post with a comment and a like, which must be deleted, too. */
  async function publishAndDelete(): Promise<void> {
    const post = await publish()
    const note = { marker: random.word('zq'), version: random.word('xv') }
    const content = noteOf(note.marker, note.version)
    const { _id: commentId } = await ledger.write([[commentKey(note.marker), note.version]], () =>
      admin.call('POST', '/api/comment/create', { content, postId: post.id }),
    )
    await ledger.write([[likeKey(note.marker, admin.id), 'liked']], () => admin.call('PUT', `/api/comment/likecomment/${commentId}`))
    const claims = [postKey(post.marker), commentKey(note.marker)].map((key) => [key, DELETED] as const)
    await ledger.write(claims, () => admin.call('DELETE', `/api/post/deletepost/${post.id}/${admin.id}`))
  }

  return {
    name: 'author',
    async act() {
      const known = random.pick(mine)
      if (random.chance(0.2)) return publishAndDelete()
      if (known && (random.chance(0.5) || world.openPosts.length >= OPEN_POSTS_MAX)) return change(known)
      const post = await publish()
      mine.push(post)
      world.openPosts.push(post)
    },
  }
}

/** Creates, changes and deletes comments, and likes and unlikes comments. */
export function createReader(world: World, reader: Person): Client {
  const { ledger, random } = world

  async function comment(post: KnownPost): Promise<void> {
    const marker = random.word('zq')
    const version = random.word('xv')
    const body = { content: noteOf(marker, version), postId: post.id }
    const { _id: id } = await ledger.write([[commentKey(marker), version]], () => reader.call('POST', '/api/comment/create', body))
    world.comments.push({ id, marker, userId: reader.id })
  }
  async function edit(): Promise<void> {
    const mine = random.pick(world.comments.filter(({ userId }) => userId === reader.id))
    if (!mine) return
    const version = random.word('xv')
    const body = { content: noteOf(mine.marker, version) }
    await ledger.write([[commentKey(mine.marker), version]], () => reader.call('PUT', `/api/comment/editcomment/${mine.id}`, body))
  }
  async function remove(): Promise<void> {
    const mine = random.pick(world.comments.filter(({ userId }) => userId === reader.id))
    if (!mine) return
    world.comments.splice(world.comments.indexOf(mine), 1)
    await ledger.write([[commentKey(mine.marker), DELETED]], () => reader.call('DELETE', `/api/comment/deletecomment/${mine.id}`))
  }
  async function like(): Promise<void> {
    const chosen = random.pick(world.comments)
    if (!chosen) return
    const key = likeKey(chosen.marker, reader.id)
    const now = ledger.valueOf(key)
    if (now === null) return
    const wanted = now === DELETED ? 'liked' : DELETED
    const { likes } = await ledger.write([[key, wanted]], () => reader.call('PUT', `/api/comment/likecomment/${chosen.id}`))
    if (likes.includes(reader.id) !== (wanted === 'liked')) world.problems.push(`${key}: should be ${wanted}, the response differs`)
  }

  return {
    name: 'reader',
    async act() {
      const post = random.pick(world.openPosts)
      if (!post) return
      const dice = random.next()
      if (dice < 0.4 && world.comments.length < COMMENTS_MAX) await comment(post)
      else if (dice < 0.55) await edit()
      else if (dice < 0.65) await remove()
      else await like()
    },
  }
}

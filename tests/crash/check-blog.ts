import type { Comment } from '#comments/contract/comments.endpoints.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import type { Person } from './person.ts'
import { findBrokenPictures } from './uploader.ts'
import { BODY, commentKey, likeKey, NOTE, postKey, TITLE, type World } from './world.ts'

const PAGE = 100
/** Number of pictures to check after each kill. At the end, all are checked. */
const PICTURES_AFTER_KILL = 3

/** Compares what readers see with the acknowledged writes. Adds differences to `world.problems`. */
export async function checkBlog(world: World, admin: Person, options: { everything?: boolean } = {}): Promise<void> {
  const found = new Map<string, string>()
  const posts = await readAll<Post>(admin, '/api/post/getposts?', 'posts')
  const comments = await readAll<Comment>(admin, '/api/comment/getcomments?', 'comments')
  const ids = new Set(posts.map(({ _id }) => _id))
  for (const post of posts) notePost(world, found, post)
  for (const comment of comments) noteComment(world, found, { comment, hasPost: ids.has(comment.postId) })
  removeLikesOfDeletedComments(world, found)
  world.problems.push(...world.ledger.settle(found))
  await checkSearch(world, admin, posts)
  const pictures = options.everything ? world.pictures : world.pictures.slice(-PICTURES_AFTER_KILL)
  world.problems.push(...(await findBrokenPictures(admin, pictures)))
}

async function readAll<T>(admin: Person, path: string, name: string): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { [name]: page } = (await admin.call('GET', `${path}limit=${PAGE}&startIndex=${all.length}`)) as Record<string, T[]>
    all.push(...(page ?? []))
    if (!page || page.length < PAGE) return all
  }
}

function notePost(world: World, found: Map<string, string>, post: Post): void {
  const [, marker = '', version = ''] = TITLE.exec(post.title) ?? []
  const body = BODY.exec(post.content)
  if (marker !== body?.[1] || version !== body[2]) world.problems.push(`post ${post._id}: title and text of two versions: ${post.title}`)
  if (post.slug === '') world.problems.push(`post ${post._id}: has no slug`)
  found.set(postKey(marker), version)
}

function noteComment(world: World, found: Map<string, string>, { comment, hasPost }: { comment: Comment; hasPost: boolean }): void {
  const [, marker = '', version = ''] = NOTE.exec(comment.content) ?? []
  if (!hasPost) world.problems.push(`comment ${comment._id}: its post does not exist`)
  if (comment.numberOfLikes !== comment.likes.length)
    world.problems.push(`comment ${comment._id}: ${comment.numberOfLikes} likes, by ${comment.likes.length}`)
  found.set(commentKey(marker), version)
  for (const userId of comment.likes) found.set(likeKey(marker, userId), 'liked')
}

/** Likes are deleted with their comment. */
function removeLikesOfDeletedComments({ ledger }: World, found: ReadonlyMap<string, string>): void {
  for (const key of ledger.keys('like ')) {
    const [, marker = ''] = key.split(' ')
    if (!found.has(commentKey(marker))) ledger.remove(key)
  }
}

async function checkSearch(world: World, admin: Person, posts: readonly Post[]): Promise<void> {
  const byMarker = new Map(posts.map((post) => [TITLE.exec(post.title)?.[1], post]))
  for (const [marker, versions] of world.touched) {
    const post = byMarker.get(marker)
    for (const word of [marker, ...versions]) world.problems.push(...(await searchFor(admin, word, post)))
    if (!post) continue
    const page = await admin.send(`/post/${post.slug}`, {})
    if (page.status !== 200 || !(await page.text()).includes(post.title)) world.problems.push(`page of ${post.slug}: ${page.status}`)
  }
  world.touched.clear()
}

/** A post is found by the words of its current version only; a deleted post by none. */
async function searchFor(admin: Person, word: string, post: Post | undefined): Promise<string[]> {
  const { posts } = (await admin.call('GET', `/api/post/getposts?searchTerm=${word}`)) as { posts: Post[] }
  const expected = post?.title.split(' ').includes(word) ? [post._id] : []
  const found = posts.map(({ _id }) => _id)
  return String(found) === String(expected)
    ? []
    : [`search for ${word}: found ${found.join() || 'nothing'}, should be ${expected.join() || 'nothing'}`]
}

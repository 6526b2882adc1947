import { expect, test } from 'vitest'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError, type ApiErrorCode } from '#ui/api/api-error.ts'
import { EMPTY_POST } from './post-text.ts'
import { type Attempt, sendPublication } from './send-publication.ts'

const attempt = (title: string, baseRevision: number | null = 1): Attempt => ({
  text: { ...EMPTY_POST, title },
  draft: { writer: 'a', sequence: 1, replaces: [] },
  baseRevision,
})
const failure = (status: number, code: ApiErrorCode = 'unknown') => new ApiError({ status, code, message: code })
const offline = failure(0, 'network')
const conflict = failure(409, 'edit_conflict')

/** A fake server for updates. `loses`: number of responses that are lost after the call took effect. */
const makeServer = ({ loses = 0 } = {}) => {
  const world = { revision: 1, title: 'published', loses, refuses: [] as ApiError[], sent: [] as string[] }
  const send = async ({ text: { title }, baseRevision }: Attempt): Promise<Post> => {
    const refusal = world.refuses.shift()
    if (refusal) throw refusal
    world.sent.push(`${title} on ${baseRevision}`)
    if (title !== world.title) {
      if (baseRevision !== null && baseRevision !== world.revision) throw conflict
      Object.assign(world, { title, revision: world.revision + 1 })
    }
    if (world.loses > 0) {
      world.loses -= 1
      throw offline
    }
    return { revision: world.revision, title } as Post
  }
  return { world, send }
}

const never = async () => {}
const nobodyWaits = () => null

test('After a lost response, the current text is published once', async () => {
  const { world, send } = makeServer({ loses: 1 })
  const texts = [attempt('first'), attempt('first, and more'), attempt('first, and more')]
  const inDoubt: Attempt[] = []
  const { post } = await sendPublication({ read: () => texts.shift()!, send, signIn: never, waitForConnection: async () => {} }, inDoubt)
  expect(post).toMatchObject({ title: 'first, and more', revision: 3 })
  expect(world.sent).toEqual(['first on 1', 'first, and more on 1', 'first on 1', 'first, and more on 2'])
  expect(inDoubt).toEqual([])
})

test('A publication in doubt is remembered for the next press of the button', async () => {
  const { world, send } = makeServer({ loses: 1 })
  const inDoubt: Attempt[] = []
  const parts = { send, signIn: never, waitForConnection: nobodyWaits }
  await expect(sendPublication({ ...parts, read: () => attempt('mine') }, inDoubt)).rejects.toBe(offline)
  expect(inDoubt).toHaveLength(1)
  const { post } = await sendPublication({ ...parts, read: () => attempt('mine, later') }, inDoubt)
  expect([post.revision, world.title]).toEqual([3, 'mine, later'])
})

test('A version of another admin is never replaced by an attempt in doubt', async () => {
  const { world, send } = makeServer()
  world.refuses.push(offline)
  const inDoubt: Attempt[] = []
  const parts = { send, signIn: never, waitForConnection: nobodyWaits }
  await expect(sendPublication({ ...parts, read: () => attempt('mine') }, inDoubt)).rejects.toBe(offline)
  Object.assign(world, { title: 'theirs', revision: 2 })
  await expect(sendPublication({ ...parts, read: () => attempt('mine, later') }, inDoubt)).rejects.toBe(conflict)
  expect(world.title).toBe('theirs')
})

test('A publication refused without a session continues after signing in, and fails if the user does not sign in', async () => {
  const { world, send } = makeServer()
  const refusal = failure(401, 'not_signed_in')
  world.refuses.push(refusal)
  const parts = { read: () => attempt('mine'), send, waitForConnection: nobodyWaits }
  expect((await sendPublication({ ...parts, signIn: never }, [])).post.revision).toBe(2)
  world.refuses.push(refusal)
  await expect(sendPublication({ ...parts, signIn: () => Promise.reject(new Error('closed')) }, [])).rejects.toBe(refusal)
})

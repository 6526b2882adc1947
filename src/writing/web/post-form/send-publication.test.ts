import { expect, test } from 'vitest'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError, type ApiErrorCode } from '#ui/api/api-error.ts'
import { EMPTY_POST } from './post-text.ts'
import { type Attempt, sendPublication } from './send-publication.ts'

const failure = (status: number, code: ApiErrorCode = 'unknown') => new ApiError({ status, code, message: code })
const offline = failure(0, 'network')
const signedOut = failure(401, 'not_signed_in')

/** A server that refuses the next calls for these reasons. */
const publish = async (refusals: unknown[], parts: { signIn?: () => Promise<void>; waits?: boolean } = {}) => {
  const log: string[] = []
  const read = (): Attempt => {
    const sequence = log.filter((line) => line.startsWith('sent')).length + 1
    return { text: EMPTY_POST, draft: { id: 'a', writer: 'b', sequence, follows: 0 }, baseRevision: 1 }
  }
  const result = await sendPublication({
    read,
    send: async ({ draft }) => {
      log.push(`sent ${draft.sequence}`)
      if (refusals.length > 0) throw refusals.shift()
      return { revision: 2 } as Post
    },
    fork: () => log.push('forked'),
    signIn: parts.signIn ?? (async () => void log.push('signed in')),
    waitForConnection: () => (parts.waits === true ? Promise.resolve(void log.push('waited')) : null),
  }).then(
    ({ post }) => post.revision,
    (error: unknown) => error,
  )
  return { log, result }
}

test('A publication is sent once', async () => {
  expect(await publish([])).toEqual({ log: ['sent 1'], result: 2 })
})

test('Without a response the publication fails, unless the writer waits for the connection', async () => {
  expect(await publish([offline])).toEqual({ log: ['sent 1'], result: offline })
  const timeout = new DOMException('too slow', 'TimeoutError')
  expect(await publish([offline, timeout, failure(503)], { waits: true })).toEqual({
    log: ['sent 1', 'waited', 'sent 2', 'waited', 'sent 3', 'waited', 'sent 4'],
    result: 2,
  })
})

test('A draft that another form has continued is published as another one', async () => {
  expect(await publish([failure(409, 'draft_conflict')])).toEqual({ log: ['sent 1', 'forked', 'sent 2'], result: 2 })
})

test('A version of another admin is never replaced', async () => {
  const conflict = failure(409, 'edit_conflict')
  expect(await publish([conflict], { waits: true })).toEqual({ log: ['sent 1'], result: conflict })
})

test('A publication refused without a session continues after signing in, and fails if the user does not sign in', async () => {
  expect(await publish([signedOut])).toEqual({ log: ['sent 1', 'signed in', 'sent 2'], result: 2 })
  const signIn = () => Promise.reject(new Error('closed'))
  expect(await publish([signedOut], { signIn })).toEqual({ log: ['sent 1'], result: signedOut })
})

import { expect, test } from 'vitest'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError, type ApiErrorCode } from '#ui/api/api-error.ts'
import { EMPTY_POST } from './post-text.ts'
import { sendPublication } from './send-publication.ts'

const failure = (status: number, code: ApiErrorCode = 'unknown') => new ApiError({ status, code, message: code })
const offline = failure(0, 'network')
const signedOut = failure(401, 'not_signed_in')
const conflict = failure(409, 'edit_conflict')

/** A server that refuses the next calls for these reasons. */
const publish = async (refusals: unknown[], parts: { signIn?: () => Promise<void>; waits?: boolean; mayRepeat?: boolean } = {}) => {
  const log: string[] = []
  const result = await sendPublication({
    read: () => ({ text: EMPTY_POST, baseRevision: log.length }),
    send: async () => {
      log.push('sent')
      if (refusals.length > 0) throw refusals.shift()
      return { revision: 2 } as Post
    },
    mayRepeat: async () => parts.mayRepeat === true,
    signIn: parts.signIn ?? (async () => void log.push('signed in')),
    waitForConnection: () => (parts.waits === true ? Promise.resolve(void log.push('waited')) : null),
  }).then(
    ({ attempt }) => attempt.baseRevision,
    (error: unknown) => error,
  )
  return { log, result }
}

test('A publication is sent once', async () => {
  expect(await publish([])).toEqual({ log: ['sent'], result: 0 })
})

test('Without a response the publication fails, unless the writer waits for the connection', async () => {
  expect(await publish([offline])).toEqual({ log: ['sent'], result: offline })
  const timeout = new DOMException('too slow', 'TimeoutError')
  expect(await publish([offline, timeout, failure(503)], { waits: true })).toEqual({
    log: ['sent', 'waited', 'sent', 'waited', 'sent', 'waited', 'sent'],
    result: 6,
  })
})

test('A refused publication is repeated with what is known now, a few times, if nothing is replaced by that', async () => {
  expect(await publish([conflict, conflict], { mayRepeat: true })).toEqual({ log: ['sent', 'sent', 'sent'], result: 2 })
  const { log, result } = await publish(
    Array.from({ length: 9 }, () => conflict),
    { mayRepeat: true },
  )
  expect([log.length, result]).toEqual([4, conflict])
  expect(await publish([conflict], { waits: true })).toEqual({ log: ['sent'], result: conflict })
})

test('A publication refused without a session continues after signing in, and fails if the user does not sign in', async () => {
  expect(await publish([signedOut])).toEqual({ log: ['sent', 'signed in', 'sent'], result: 2 })
  const signIn = () => Promise.reject(new Error('closed'))
  expect(await publish([signedOut], { signIn })).toEqual({ log: ['sent'], result: signedOut })
})

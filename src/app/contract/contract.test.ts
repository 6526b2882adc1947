import { mayUpload } from '#media/contract/may-upload.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '#tests/support/code-point.ts'
import { endpoints } from './endpoints.ts'
import { CATEGORIES, isFixedCategory, POST_FORM_CATEGORIES, SEARCH_CATEGORIES } from '#site/contract/category-names.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { AppError, type ErrorCode, ERRORS } from '#platform/contract/errors.ts'
import { commentContentField } from '#comments/contract/comment-fields.ts'
import { limitQuery, message, startIndexQuery, textQuery } from '#platform/contract/fields.ts'
import { pageAccess } from '#pages/pages.ts'
import { mayDeleteComment, mayEditComment } from '#comments/contract/comment-permissions.ts'
import { mayDeleteUser, mayUpdateUser } from '#accounts/contract/user-permissions.ts'
import { mayOpenPage } from '#platform/contract/permissions.ts'
import { readingTimeMinutes } from '#posts/contract/reading-time.ts'

describe('permissions', () => {
  const visitor = null
  const user = { id: 'me', isAdmin: false }
  const admin = { id: 'boss', isAdmin: true }
  const all = (may: (viewer: typeof visitor | typeof user) => boolean) => [may(visitor), may(user), may(admin)]

  it('decide by role and by owner', () => {
    expect(all((viewer) => mayUpload(viewer, 'post'))).toEqual([false, false, true])
    expect(all((viewer) => mayUpload(viewer, 'profile'))).toEqual([false, true, true])
    for (const may of [mayEditComment, mayDeleteComment]) {
      expect(all((viewer) => may(viewer, { userId: 'me' }))).toEqual([false, true, true])
      expect(all((viewer) => may(viewer, { userId: 'other' }))).toEqual([false, false, true])
      expect(all((viewer) => may(viewer, { userId: null }))).toEqual([false, false, true])
    }
    expect(all((viewer) => mayUpdateUser(viewer, 'me'))).toEqual([false, true, false])
    expect(all((viewer) => mayDeleteUser(viewer, 'me'))).toEqual([false, true, true])
    expect(all((viewer) => mayDeleteUser(viewer, 'other'))).toEqual([false, false, true])
    expect(all((viewer) => mayOpenPage(viewer, 'everyone'))).toEqual([true, true, true])
    expect(all((viewer) => mayOpenPage(viewer, 'user'))).toEqual([false, true, true])
    expect(all((viewer) => mayOpenPage(viewer, 'admin'))).toEqual([false, false, true])
  })
})

describe('pages', () => {
  it.each([
    ['/dashboard', 'user'],
    ['/Dashboard/', 'user'],
    ['/create-post', 'admin'],
    ['/CREATE-POST/', 'admin'],
    ['/update-post/abc', 'admin'],
    ['/update-post/abc/', 'admin'],
    ['/update-post', 'everyone'],
    ['/update-post/a/b', 'everyone'],
    ['/dashboards', 'everyone'],
    ['/x/dashboard', 'everyone'],
    ['/', 'everyone'],
    ['/post/create-post', 'everyone'],
  ])('%s is for %s', (path, access) => {
    expect(pageAccess(path)).toBe(access)
  })
})

describe('the endpoint table', () => {
  it('has the calls that other clients use', () => {
    const calls = [
      'POST /api/auth/google',
      'POST /api/auth/signin',
      'POST /api/auth/signup',
      'POST /api/user/signout',
      'PUT /api/user/update/:userId',
      'DELETE /api/user/delete/:userId',
      'GET /api/user/:userId',
      'GET /api/user/getusers',
      'GET /api/post/getposts',
      'POST /api/post/create',
      'PUT /api/post/updatepost/:postId/:userId',
      'DELETE /api/post/deletepost/:postId/:userId',
      'GET /api/comment/getpostcomments/:postId',
      'GET /api/comment/getcomments',
      'POST /api/comment/create',
      'PUT /api/comment/editcomment/:commentId',
      'PUT /api/comment/likecomment/:commentId',
      'DELETE /api/comment/deletecomment/:commentId',
    ]
    expect(Object.values(endpoints).map(({ key }) => key)).toEqual(expect.arrayContaining(calls))
  })

  it('does not compile when a write declares no rate limit', () => {
    const write = { access: 'user', status: 200, output: message } as const
    // @ts-expect-error: `limit` is missing
    expect(endpoint('POST /api/x', write)).toEqual({ key: 'POST /api/x', ...write })
  })

  it('has lower-case paths, as the router compares in lower case', () => {
    for (const { key } of Object.values(endpoints)) expect(key.replaceAll(/:\w+/g, '')).toMatch(/^[A-Z]+ \/api\/[a-z/-]+$/)
  })
})

describe('errors', () => {
  it('have the documented HTTP statuses', () => {
    const statuses = Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status]))
    expect(statuses).toEqual({
      bad_request: 400,
      not_signed_in: 401,
      account_disabled: 401,
      account_waiting: 401,
      forbidden: 403,
      recent_sign_in_required: 403,
      second_step_required: 403,
      not_found: 404,
      conflict: 409,
      edit_conflict: 409,
      draft_conflict: 409,
      gone: 410,
      path_too_long: 414,
      precondition_failed: 412,
      too_large: 413,
      rate_limited: 429,
      internal: 500,
      unavailable: 503,
    })
  })

  it('have the same JSON shape for every code', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const error = new AppError(code)
      expect(error.toBody()).toEqual({ success: false, statusCode: ERRORS[code].status, message: ERRORS[code].message, code })
    }
    expect(new AppError('conflict', 'Taken.').toBody().message).toBe('Taken.')
  })
})

describe('categories', () => {
  it('are the same in the post form, in storage and in the search form', () => {
    expect(POST_FORM_CATEGORIES.map((option) => option.value)).toEqual(['uncategorized', 'life', 'medical', 'other'])
    expect(POST_FORM_CATEGORIES[0]?.label).toBe('Select a category')
    expect(SEARCH_CATEGORIES.slice(0, 4).map((option) => option.value)).toEqual(['uncategorized', 'technology', 'lifestyle', 'health'])
    expect(SEARCH_CATEGORIES.map((option) => option.value).toSorted()).toEqual(CATEGORIES.toSorted())
    for (const name of ['Life', '', '__proto__', 'toString']) expect(isFixedCategory(name)).toBe(false)
  })
})

describe('reading time', () => {
  it.each([
    [0, 1],
    [499, 1],
    [1499, 1],
    [1500, 2],
    [10_499, 10],
    [1_048_576, 1049],
  ])('of %i characters is %i', (length, minutes) => {
    expect(readingTimeMinutes('x'.repeat(length))).toBe(minutes)
  })
})

describe('queries', () => {
  it('accept any value and clamp it to their range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (value) => {
        const [limit, start] = [limitQuery.parse(value), startIndexQuery.parse(value)]
        return (
          Number.isInteger(limit) &&
          limit >= 1 &&
          limit <= 100 &&
          Number.isInteger(start) &&
          start >= 0 &&
          start <= 1e9 &&
          textQuery.parse(value) !== null
        )
      }),
    )
  })

  it('keep an invalid id invalid instead of emptying it', () => {
    expect(textQuery.parse('\0')).toBe('\uFFFD')
    expect(textQuery.parse(7)).toBeUndefined()
  })
})

describe('the text of a comment', () => {
  it('is accepted when something visible remains, and is trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (typed) => {
        const cleaned = typed.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed().trim()
        const result = commentContentField.safeParse(typed)
        return result.success
          ? result.data === cleaned && cleaned.length >= 1
          : cleaned.replace(/[\s\p{Cc}\p{Cf}\u115F\u1160\u3164]/gu, '') === ''
      }),
      { numRuns: 500 },
    )
  })
})

import { describe, expect, it } from 'vitest'
import { isOutage } from './outage.ts'

const error = (message: string, parts: object = {}) => Object.assign(new Error(message), parts)

describe('an outage', () => {
  it.each([
    ['SQLite is locked', error('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 })],
    ['SQLite has no room', error('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
    ['PostgreSQL starts', error('the database system is starting up', { code: '57P03' })],
    ['PostgreSQL is not there', error('connect ECONNREFUSED', { code: 'ECONNREFUSED' })],
    ['PostgreSQL does not reply', error('Query read timeout')],
    ['PostgreSQL cancelled a statement that took too long', error('canceling statement due to statement timeout', { code: '57014' })],
    ['the pool has no connection', error('timeout exceeded when trying to connect')],
    ['the bucket is busy', error('SlowDown', { name: 'SlowDown', $metadata: { httpStatusCode: 503 } })],
    ['what lies behind it', error('could not write', { cause: error('read-only', { code: 'EROFS' }) })],
  ])('is when %s', (_, what) => expect(isOutage(what)).toBe(true))

  it.each([
    ['a mistake of ours', new TypeError('x is not a function')],
    ['a broken rule of the database', error('UNIQUE constraint failed', { errcode: 2067 })],
    ['an object that is not there', error('NotFound', { $metadata: { httpStatusCode: 404 } })],
    ['no error at all', 'ENOSPC'],
  ])('is not %s', (_, what) => expect(isOutage(what)).toBe(false))
})

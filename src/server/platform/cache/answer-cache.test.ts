import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '#server/platform/http/whole-answer.ts'
import { type Answer, AnswerCache } from './answer-cache.ts'

const answer = (text: string, tags: string[] = [], mayBeKept = true): Answer => ({
  ...prepareAnswer({ status: 200, headers: [], bodies: { raw: new TextEncoder().encode(text) } }),
  tags,
  mayBeKept,
})
const later = () => Promise.withResolvers<Answer>()

describe('AnswerCache', () => {
  it('makes a missing answer once, however many ask for it', async () => {
    const cache = new AnswerCache(100_000)
    const made = later()
    let times = 0
    const make = () => {
      times += 1
      return made.promise
    }
    const asked = Array.from({ length: 1000 }, () => cache.load('/', make))
    made.resolve(answer('home'))
    expect(new Set(await Promise.all(asked)).size).toBe(1)
    expect(times).toBe(1)
    expect(cache.get('/')).toBe(await asked[0])
  })

  it('forgets what has a purged tag, and nothing else', async () => {
    const cache = new AnswerCache(100_000)
    await cache.load('/post/a', async () => answer('a', ['posts', 'comments:1']))
    await cache.load('/post/b', async () => answer('b', ['posts', 'comments:2']))
    await cache.load('/about', async () => answer('about'))
    cache.invalidate(['comments:1'])
    expect([cache.get('/post/a'), cache.get('/post/b')?.tags, cache.get('/about')?.tags]).toEqual([undefined, ['posts', 'comments:2'], []])
    cache.invalidate(['posts'])
    expect(cache.size).toBe(1)
  })

  it('keeps nothing that was begun before a write, and later readers do not wait for it', async () => {
    const cache = new AnswerCache(100_000)
    const old = later()
    const before = cache.load('/', () => old.promise)
    cache.invalidate(['posts'])
    const after = cache.load('/', async () => answer('new', ['posts']))
    old.resolve(answer('old', ['posts']))
    expect((await before).raw.bytes).toEqual(new TextEncoder().encode('old'))
    expect(await after).toBe(cache.get('/'))
    expect(cache.get('/')?.raw.bytes).toEqual(new TextEncoder().encode('new'))
  })

  it('stays within its bytes and lets go of what nobody asked for longest', async () => {
    const cache = new AnswerCache(13_000)
    const text = 'x'.repeat(2000)
    for (const key of ['a', 'b', 'c']) await cache.load(key, async () => answer(text))
    cache.get('a')
    await cache.load('d', async () => answer(text))
    expect([cache.get('a') !== undefined, cache.get('b')]).toEqual([true, undefined])
    await cache.load('huge', async () => answer('x'.repeat(20_000)))
    expect(cache.get('huge')).toBeUndefined()
    for (let number = 0; number < 500; number += 1) await cache.load(`/search?searchTerm=${number}`, async () => answer(text, ['posts']))
    expect(cache.weight).toBeLessThanOrEqual(13_000)
    cache.clear()
    expect([cache.weight, cache.size]).toEqual([0, 0])
  })

  it('does not keep what may not be kept, nor a failure', async () => {
    const cache = new AnswerCache(13_000)
    await cache.load('/missing', async () => answer('404', [], false))
    await expect(cache.load('/broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(cache.size).toBe(0)
    await expect(cache.load('/broken', async () => answer('mended'))).resolves.toMatchObject({ status: 200 })
  })
})

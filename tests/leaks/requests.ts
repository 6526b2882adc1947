import { z } from 'zod'
import { endpoints } from '#app/contract/endpoints.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { formsAt } from '#app/contract/forms.ts'
import { publicResponses } from '#app/contract/public-responses.ts'
import { type Page, pageIds, pages } from '#pages/pages.ts'
import type { Random } from '#tests/crash/random.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import type { LeakThings } from './leak-contents.ts'
import { LEVELS, mark } from './marks.ts'

export interface LeakRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const MISSING_ID = 'ffffffff-0000-7000-8000-000000000001'
const PLACES =
  'title body alt caption comment guest name page file cover former renamed narrowed address planned trashed gone draft discarded edit kept pending deleted'.split(
    ' ',
  )

/** Search terms: words, prefixes of words, and misspelt words. */
function searchTerms(): string[] {
  const words = LEVELS.flatMap((level) => PLACES.map((place) => mark(level, place)))
  const typed = words.flatMap((word) => [
    word,
    word.toUpperCase(),
    `winter ${word}`,
    `"${word}"`,
    `${word}s`,
    ...[2, 3, 4, 5, 7, 9].map((length) => word.slice(0, length)),
    word.slice(0, -1),
    word.slice(1),
    word.slice(0, 2) + word.slice(3),
  ])
  return [...new Set(['winter', 'wint', 'a', '', 'day', ...typed])]
}

/** Values by parameter name. */
type Values = Readonly<Record<string, readonly string[]>>

function valuesOf(things: LeakThings): Values {
  const postIds = [...new Set(things.posts.map(({ id }) => id)), MISSING_ID]
  const slugs = [...new Set(things.posts.map(({ slug }) => slug)), 'winter-nothing']
  const terms = searchTerms()
  return {
    postId: [...postIds, ...things.pages.map(({ id }) => id), 'new', 'x'],
    slug: slugs,
    postSlug: [...slugs, ...postIds],
    page: [...things.pages.flatMap(({ id, slug }) => [id, slug]), 'about', 'welcome', 'nothing'],
    pageSlug: [...things.pages.map(({ slug }) => slug), ...slugs, 'nothing'],
    userId: [...things.userIds, MISSING_ID],
    commentId: [...things.commentIds, MISSING_ID],
    category: ['life', 'medical', 'technology', 'journeys', 'other', 'nothing', ''],
    searchTerm: terms,
    search: terms,
    sort: ['asc', 'desc', 'relevance', 'attention', 'x'],
    order: ['asc', 'desc', 'newest', 'threads', 'x'],
    pinned: ['first', 'x'],
    startIndex: ['0', '1', '2', '8', '9', '10', '13', '14', '15', '100000', '-1', 'x'],
    limit: ['1', '2', '9', '14', '100', '1000', '0', '-3', 'x'],
    comments: ['0', '1', '30', '-1', 'x'],
    shown: ['9', '18', '1000', 'x'],
    p: ['7', '700', '701', '702', '999'],
    from: ['/', ...slugs.map((slug) => `/post/${slug}`)],
    tab: ['profile', 'posts', 'users', 'comments', 'dash', 'settings', 'x'],
    version: [...postIds, '1'],
    status: ['draft', 'planned', 'published', 'x'],
  }
}

/** Generates endless requests: each value of each parameter, alternating between pages, calls, files and documents, and random combinations. */
export function* listRequests(things: LeakThings, random: Random): Generator<LeakRequest> {
  const values = valuesOf(things)
  const [ofPages, ofCalls] = [pageTargets(), callTargets()]
  const eachOf = (targets: readonly Target[]) => targets.flatMap((target) => [...eachValue(target, values)])
  const once = [listDocuments(things), listFiles(things), eachOf(ofPages), eachOf(ofCalls)]
  const kinds = [...once.map((kind) => shuffle(kind, random).values()), combine([...ofPages, ...ofCalls], values, random)]
  for (;;) {
    for (const kind of kinds) {
      const { value } = kind.next()
      if (value) yield value
    }
  }
}

function* listDocuments(things: LeakThings): Generator<LeakRequest> {
  const parts = ['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml', '/category/life/feed.xml', '/category/none/rss.xml']
  const plainPaths = Object.values(publicResponses).flatMap(({ path, caching }) =>
    path.includes(':') || caching !== 'server' ? [] : [path],
  )
  for (const path of [...plainPaths, ...things.oldAddresses.map(({ path }) => path), ...parts]) {
    yield* conditionally({ method: 'GET', path })
  }
}

/** Shuffles, so that the first requests are of every kind. */
const shuffle = <Item>(items: Iterable<Item>, random: Random): Item[] =>
  [...items]
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

function* combine(targets: readonly Target[], values: Values, random: Random): Generator<LeakRequest> {
  for (;;) {
    const target = random.pick(targets)
    if (target === undefined) return
    const isChosen = (name: string) => target.path.includes(`:${name}`) || random.chance(0.45)
    const request = fill(target, (name) => (isChosen(name) ? random.pick(values[name] ?? ['1']) : undefined))
    yield random.chance(0.1) ? { ...request, method: 'HEAD' } : request
    // The same path in another spelling.
    if (random.chance(0.05))
      yield { ...request, path: request.path.replace(/^\/\w+/, (part) => part.toUpperCase()).replace(/(\?|$)/, '/$1') }
  }
}

interface Target {
  readonly method: string
  /** Path pattern with parameters, such as `/post/:slug`. */
  readonly path: string
  readonly query: readonly string[]
}

const paramsOf = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)

const pageTargets = (): Target[] => pageIds.map((id) => ({ method: 'GET', path: pages[id].path, query: (pages[id] as Page).query ?? [] }))

const callTargets = (): Target[] =>
  Object.values<Endpoint>(endpoints)
    .filter(({ key }) => key.startsWith('GET '))
    .map(({ key, query }) => ({ method: 'GET', path: key.slice('GET '.length), query: fieldsOf(query) }))

const fieldsOf = (schema: z.ZodType | undefined): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

function* eachValue(target: Target, values: Values): Generator<LeakRequest> {
  const first = (name: string) => values[name]?.[0] ?? '1'
  const names = [...paramsOf(target.path), ...target.query]
  if (names.length === 0) yield* conditionally({ method: 'GET', path: target.path })
  for (const name of names) {
    for (const value of values[name] ?? ['1', 'x']) {
      yield fill(target, (each) => (each === name ? value : target.path.includes(`:${each}`) ? first(each) : undefined))
    }
  }
}

function fill({ method, path, query }: Target, choose: (name: string) => string | undefined): LeakRequest {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(choose(name) ?? 'x'))
  const search = new URLSearchParams()
  for (const name of query) {
    const value = choose(name)
    if (value !== undefined) search.set(name, value)
  }
  return { method, path: search.size === 0 ? filled : `${filled}?${search}` }
}

/** Repeats a request as HEAD, and as a conditional and a range request. */
function* conditionally(request: LeakRequest): Generator<LeakRequest> {
  yield request
  yield { ...request, method: 'HEAD' }
  yield { ...request, headers: { 'if-none-match': '*' } }
  yield { ...request, headers: { range: 'bytes=0-9' } }
  yield { ...request, headers: { range: 'bytes=99999-' } }
}

function* listFiles({ files }: LeakThings): Generator<LeakRequest> {
  for (const path of files) {
    yield* conditionally({ method: 'GET', path })
    const etag = `"${path.slice('/files/'.length).replace('/', '-')}"`
    yield { method: 'GET', path, headers: { 'if-none-match': etag } }
    yield { method: 'GET', path, headers: { 'if-range': etag, range: 'bytes=5-9' } }
    yield { method: 'GET', path: path.replace(/[^/]*$/, '97.webp') }
  }
}

/** Writes to every endpoint, as calls and as plain forms. None ends a session or deletes an account. */
export const listWrites = (things: LeakThings, ownId: string, random: Random): LeakRequest[] =>
  shuffle([...listCalls(things, ownId), ...listForms(things)], random)

function* listCalls(things: LeakThings, ownId: string): Generator<LeakRequest> {
  const bodies = (postId: string) => ({ content: 'A word', postId, reason: 'Unkind', baseRevision: 1, title: 'A title', pinned: true })
  const postIds = [...new Set(things.posts.map(({ id }) => id)), ...things.pages.map(({ id }) => id), MISSING_ID]
  for (const { key } of Object.values(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    if (method === 'GET' || !/^\/api\/(post|comment|page)/.test(path)) continue
    const ids = path.includes(':commentId') ? [...things.commentIds, MISSING_ID] : postIds
    for (const id of ids) {
      const target = path.replace(':userId', ownId).replaceAll(/:\w+/g, id)
      yield { method, path: target, headers: JSON_HEADERS, body: JSON.stringify(bodies(id)) }
    }
  }
  for (const path of things.files.filter((file) => /_\d+x\d+_/.test(file))) {
    const body = JSON.stringify({ profilePicture: path })
    yield { method: 'PUT', path: `/api/user/update/${ownId}`, headers: JSON_HEADERS, body }
    yield { method: 'GET', path }
  }
}

const JSON_HEADERS = { 'content-type': 'application/json', origin: TEST_ORIGIN }

function* listForms(things: LeakThings): Generator<LeakRequest> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: TEST_ORIGIN }
  for (const { id, slug } of things.posts) {
    const path = `/post/${slug}`
    for (const { name: form } of formsAt(path)) {
      for (const commentId of [...things.commentIds.slice(0, 8), MISSING_ID]) {
        const fields = { form, postId: id, content: 'A word by form', commentId }
        yield { method: 'POST', path, headers, body: String(new URLSearchParams(fields)) }
      }
    }
  }
}

import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { MEMBERS_ONLY, signInPath } from '#platform/contract/return-path.ts'
import { toRequestListener } from '#platform/http/pipeline.ts'
import { createRandom } from '#tests/crash/random.ts'
import { type Callee, createClient } from '#tests/support/test-client.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import type { LeakBlog } from './leak-blog.ts'
import type { LeakThings } from './leak-contents.ts'
import { findMarks, levelsHiddenFrom } from './marks.ts'
import { audienceOfPerson, type Person } from './people.ts'
import { type LeakRequest, listRequests, listWrites } from './requests.ts'

/** A difference between the responses of the whole blog and of one with only what this person may see. */
export interface Finding {
  readonly person: Person
  readonly request: string
  /** Marks that only the response of the whole blog has. */
  readonly marks: readonly string[]
  readonly difference: string
}

export interface HuntFigures {
  readonly requests: number
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
}

interface Side {
  readonly blog: LeakBlog
  readonly callee: Callee
}

export interface Hunt {
  readonly person: Exclude<Person, 'former'>
  /** Has everything. */
  readonly whole: Side
  /** Has only what this person may see. */
  readonly lesser: Side
  readonly requestsMax: number
  readonly seed: number
  /** Ends the hunt at the first mark. */
  readonly endsWithMark?: boolean
  /** Selects requests by path. Default: all. */
  readonly isOfInterest?: (path: string) => boolean
}

/** Sends the same requests to both blogs, follows the links in the responses, and compares the responses. */
export async function hunt({
  person,
  whole,
  lesser,
  requestsMax,
  seed,
  endsWithMark = false,
  isOfInterest = () => true,
}: Hunt): Promise<HuntFigures> {
  const { things } = whole.blog
  const findings: Finding[] = []
  const seen = new Set<string>()
  const links: string[] = ['/']
  const ownId = things.userIds[{ visitor: 0, reader: 1, family: 2, stranger: 4 }[person]] ?? ''
  const levels = levelsHiddenFrom(audienceOfPerson(person))
  const statuses: Record<string, number> = {}
  let requests = 0

  async function compare(request: LeakRequest): Promise<void> {
    const name = nameOf(request)
    if (seen.has(name) || !isOfInterest(request.path)) return
    seen.add(name)
    requests += 1
    if (requests % 10 === 0) await Promise.all([whole, lesser].map(emptyLimits))
    const sent = withCommonHeaders(request, requests)
    const [had, expected] = [await take(whole, person, sent), await take(lesser, person, sent)]
    statuses[had.status] = (statuses[had.status] ?? 0) + 1
    const isOnPurpose = !whole.blog.isClosed && isSignIn({ person, request, things }, had)
    if (had.text !== expected.text && !isOnPurpose) {
      const marks = findMarks(had.text, levels).filter((found) => !findMarks(expected.text, levels).includes(found))
      findings.push({ person, request: name, marks, difference: differenceOf(had, expected) })
    }
    links.push(...linksIn(had.text))
  }

  const random = createRandom(seed)
  const writes = listWrites(things, ownId, random)
  let turns = 0
  for (const request of listRequests(things, random)) {
    // Skipped requests, such as duplicates, count as turns.
    if (requests >= requestsMax || (turns += 1) > requestsMax * 40) break
    if (endsWithMark && findings.some(({ marks }) => marks.length > 0)) break
    await compare(request)
    const link = links.splice(random.below(links.length), 1)[0]
    if (link !== undefined) await compare({ method: 'GET', path: link })
    const write = turns % 4 === 0 ? writes.pop() : undefined
    if (write !== undefined) await compare(write)
  }
  return { requests, statuses, findings }
}

/** Disables compression, and uses a new IP address for each request, so that no rate limit hides a response. */
const withCommonHeaders = (request: LeakRequest, count: number): LeakRequest => {
  const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`
  return { ...request, headers: { 'accept-encoding': 'identity', 'x-forwarded-for': address, ...request.headers } }
}

const nameOf = ({ method, path, headers, body }: LeakRequest) =>
  [method, path, headers === undefined ? '' : JSON.stringify(headers), body ?? ''].filter((part) => part !== '').join(' ')

const emptyLimits = ({ blog }: Side) => blog.app.db.deleteFrom('rate_limits').execute()

interface Taken {
  readonly status: number
  readonly location: string | null
  /** Status, headers and body, without parts that differ between requests. */
  readonly text: string
  readonly body: string
}

/** Headers that do not depend on the content: time, connection and cache state. */
const IGNORED_HEADERS = new Set(['date', 'connection', 'keep-alive', 'cache-status', 'x-request-id'])

/** Random token that a visitor's device gets with its first like. */
const RANDOM_COOKIE = /=[\w-]{43};/

async function take({ blog, callee }: Side, person: Person, { method, path, headers = {}, body: sent }: LeakRequest): Promise<Taken> {
  const client = createClient(callee, blog.cookies[person])
  const response = await client.send(path, { method, headers, redirect: 'manual', ...(sent === undefined ? {} : { body: sent }) })
  const requestId = response.headers.get('x-request-id') ?? '-'
  const lines = [...response.headers]
    .filter(([name]) => !IGNORED_HEADERS.has(name))
    .map(([name, value]) => `${name}: ${name === 'set-cookie' ? value.replace(RANDOM_COOKIE, '=-;') : value}`)
  const body = Buffer.from(await response.arrayBuffer())
    .toString('latin1')
    .replaceAll(requestId, '-')
  const text = [response.status, ...lines, '', body].join('\n')
  return { status: response.status, location: response.headers.get('location'), text, body }
}

/**
 * The one difference on purpose: a visitor at the address of a restricted post or page is asked to sign in. The response
 * must contain nothing else.
 */
function isSignIn({ person, request, things }: { person: Person; request: LeakRequest; things: LeakThings }, had: Taken): boolean {
  // A link such as '//' is requested as it is.
  if (!URL.canParse(request.path, TEST_ORIGIN)) return false
  const { pathname, search } = new URL(request.path, TEST_ORIGIN)
  const addresses = [
    ...things.posts.map((post) => ({ ...post, path: `/post/${post.slug}` })),
    ...things.pages.map((page) => ({ ...page, path: `/${page.slug}` })),
    ...things.oldAddresses,
  ]
  const paths = [request.path, withoutSpelling(pathname)]
  const isAddress = pathname === '/' || addresses.some(({ path, level }) => level === 'family' && paths.includes(path))
  return (
    person === 'visitor' &&
    isAddress &&
    had.status === 303 &&
    [pathname, withoutSlash(pathname)].some((path) => had.location === `${signInPath(path + search)}&${MEMBERS_ONLY}`) &&
    had.text.endsWith('\n\n')
  )
}

const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/$/, '')

/** Letter case and a slash at the end do not change what an address means. */
const withoutSpelling = (pathname: string) => withoutSlash(pathname).toLowerCase()

/** Lengths and ETags differ where bodies do. */
const differenceOf = (had: Taken, expected: Taken) =>
  had.body === expected.body
    ? firstDifference(had.text, expected.text)
    : `${had.status}, ${expected.status}: ${firstDifference(had.body, expected.body)}`

function firstDifference(had: string, expected: string): string {
  let at = 0
  while (at < had.length && had[at] === expected[at]) at += 1
  const from = Math.max(0, at - 30)
  return `${JSON.stringify(had.slice(from, from + 160))} instead of ${JSON.stringify(expected.slice(from, from + 160))}`
}

/** Finds addresses of the same blog in pages, feeds, sitemaps and JSON. */
function linksIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll(TEST_ORIGIN, '')
  return Array.from(plain.matchAll(/["'\s>(](\/(?:[\w-][\w\-./%?=&+]*)?)["'\s<)]/g), ([, path = '']) => path).filter(
    (path) => !path.startsWith('//'),
  )
}

/** Compares only marks, because no other blog has what this person has written. */
export async function huntFormer(whole: Side, requestsMax: number, seed: number): Promise<HuntFigures> {
  const findings: Finding[] = []
  const statuses: Record<string, number> = {}
  const levels = levelsHiddenFrom(audienceOfPerson('former'))
  // Ids do not count, because the person's own comments name those of the posts.
  const wordsIn = (text: string) => findMarks(text.toLowerCase(), levels).filter((found) => /^[a-z]+$/.test(found))
  const random = createRandom(seed)
  const requests = listRequests(whole.blog.things, random)
  for (let count = 1; count <= requestsMax; count += 1) {
    const request = OWN_DATA[count] ?? (requests.next().value as LeakRequest)
    if (count % 10 === 0) await emptyLimits(whole)
    const { status, text } = await take(whole, 'former', withCommonHeaders(request, count))
    statuses[status] = (statuses[status] ?? 0) + 1
    const asked = wordsIn(decodeURIComponent(request.path))
    const marks = wordsIn(text).filter((word) => !asked.some((each) => each.includes(word) || word.includes(each)))
    // Everyone may look up an account by its id.
    const isAccount = request.path.toLowerCase().startsWith('/api/user/ba5e')
    if (marks.length > 0 && !isAccount) findings.push({ person: 'former', request: nameOf(request), marks, difference: '' })
  }
  return { requests: requestsMax, statuses, findings }
}

const OWN_DATA: readonly (LeakRequest | undefined)[] = [
  undefined,
  ...['/api/user/my-data', '/dashboard?tab=profile', '/dashboard?tab=comments'].map((path) => ({ method: 'GET', path })),
]

/** Serves the blog on a real socket, with the production listener. */
export async function listenTo(blog: LeakBlog): Promise<Side & AsyncDisposable> {
  const listener: RequestListener = toRequestListener(blog.app.blog.pipeline)
  // On a busy machine the client may use a kept connection in the moment in which the server ends it: it ends none.
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    blog,
    callee: { request: (path, init) => fetch(url + path, init) },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await blog.app.close()
    },
  }
}

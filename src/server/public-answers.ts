import { endpoints, type EndpointKey } from '#contract/api.ts'
import { pageAccess } from '#contract/pages.ts'
import type { AnswerDiscovery } from './features/discovery/answer-discovery.ts'
import type { AnswerPage } from './features/pages/answer-page.ts'
import type { CallEndpoint } from './platform/http/call-endpoint.ts'
import { plainApiPath } from './platform/http/api-path.ts'
import { errorAnswer, jsonAnswer, type MadeAnswer } from './platform/http/made-answer.ts'
import { toAppError } from './platform/http/to-app-error.ts'
import type { Logger } from './platform/logger.ts'

export interface Asker {
  readonly requestId: string
  /** For the limits of those who ask too often. */
  readonly address: string
}

/**
 * Answers what is the same for everybody: public pages, public reading calls, feeds. It needs nothing of the request but its
 * address, so it works without a framework, and is the only way to these answers, with one or without.
 * @returns null for what is somebody's own, for files and for writes
 */
export type AnswerPublic = (url: URL, asker: Asker) => Promise<MadeAnswer> | null

interface Dependencies {
  readonly callEndpoint: CallEndpoint
  readonly answerDiscovery: AnswerDiscovery
  /** Null where only the API is wanted. */
  readonly answerPage: AnswerPage | null
  readonly logger: Logger
}

export function createAnswerPublic({ callEndpoint, answerDiscovery, answerPage, logger }: Dependencies): AnswerPublic {
  const find = (url: URL, asker: Asker): Promise<MadeAnswer> | null => {
    if (API.test(url.pathname)) {
      const call = findPublicCall(url.pathname)
      return call && answerCall({ ...call, query: readQuery(url) }, asker, callEndpoint)
    }
    if (FILES.test(url.pathname)) return null
    const discovery = answerDiscovery(url.pathname)
    if (discovery) return discovery
    return answerPage && pageAccess(url.pathname) === 'everyone' ? answerPage(url, { ...NOBODY, ...asker }) : null
  }
  return (url, asker) =>
    find(url, asker)?.catch((error: unknown) => errorAnswer(toAppError(error, { logger, requestId: asker.requestId }))) ?? null
}

/** A public answer is made as for nobody: it can neither see nor give a session. */
const NOBODY = { sessionToken: undefined, userAgent: '', readCookie: () => undefined }

interface RawCall {
  readonly key: EndpointKey
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

async function answerCall({ key, params, query }: RawCall, { address }: Asker, callEndpoint: CallEndpoint): Promise<MadeAnswer> {
  const tags: string[] = []
  const caller = { ...NOBODY, address, setSession: () => {}, addCacheTags: (...made: readonly string[]) => void tags.push(...made) }
  const body = await callEndpoint(key, { params, query, readBody: async () => ({}) }, caller)
  return jsonAnswer(body, { status: endpoints[key].status, tags })
}

const API = /^\/api(\/|$)/i
const FILES = /^\/(files|drawings)(\/|$)/

/** Calls that read and are for everyone; what is written out goes before what is a parameter. */
const CALLS = (Object.keys(endpoints) as EndpointKey[])
  .filter((key) => key.startsWith('GET '))
  .map((key) => ({ key, parts: key.slice('GET '.length).split('/'), isPublic: endpoints[key].access === 'everyone' }))
  .toSorted((a, b) => Number(a.key.includes(':')) - Number(b.key.includes(':')))

function findPublicCall(path: string): Pick<RawCall, 'key' | 'params'> | null {
  const given = plainApiPath(path).split('/')
  for (const { key, parts, isPublic } of CALLS) {
    const params = parts.length === given.length ? paramsOf(parts, given) : null
    if (params) return isPublic ? { key, params } : null
  }
  return null
}

function paramsOf(parts: readonly string[], given: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (let at = 0; at < parts.length; at += 1) {
    const [part = '', value = ''] = [parts[at], given[at]]
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

/** Of a parameter that is given more than once the first one counts. */
function readQuery({ search, searchParams }: URL): Record<string, string> {
  const query: Record<string, string> = {}
  if (search === '') return query
  for (const [name, value] of searchParams) if (!Object.hasOwn(query, name)) query[name] = value
  return query
}

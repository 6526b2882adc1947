import type { Context, Hono } from 'hono'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { SURROGATE_KEY } from '#server/platform/http/surrogate-key.ts'
import { readJsonObject } from './body.ts'
import type { CallEndpoint, Caller } from './call-endpoint.ts'
import type { AppEnv } from './request-context.ts'
import { readCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

interface Options {
  readonly publicUrl: string
}

/** Mounts the endpoints of the contract; static paths first, so that none is taken for a parameter. */
export function mountApi(app: Hono<AppEnv>, callEndpoint: CallEndpoint, options: Options): void {
  for (const key of (Object.keys(endpoints) as EndpointKey[]).toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))) {
    const [method = '', path = ''] = key.split(' ')
    app.on(method, path, async (context) => {
      const input = {
        params: context.req.param() as Record<string, string>,
        query: context.req.query(),
        readBody: (maxBytes: number) => readJsonObject(context.req.raw, maxBytes),
      }
      const tags: string[] = []
      const body = await callEndpoint(key, input, callerOf(context, { ...options, tags }))
      // The response cache replaces this on what it shares.
      context.header('Cache-Control', 'no-store')
      if (tags.length > 0) context.header(SURROGATE_KEY, tags.join(' '))
      return context.json(body as object, endpoints[key].status)
    })
  }
}

function callerOf(context: Context<AppEnv>, { publicUrl, tags }: Options & { tags: string[] }): Caller {
  const request = context.req.raw
  const isShared = context.env.sharedBy !== null
  return {
    sessionToken: isShared ? undefined : readSessionCookie(request, publicUrl),
    address: context.env.clientAddress,
    userAgent: request.headers.get('user-agent') ?? '',
    readCookie: (name) => (isShared ? undefined : readCookie(request, name)),
    setSession: (token) => context.header('Set-Cookie', sessionCookie(token, publicUrl)),
    canSetSession: !isShared,
    addCacheTags: (...added) => void tags.push(...added),
  }
}

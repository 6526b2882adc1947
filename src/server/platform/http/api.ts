import type { Context, Hono } from 'hono'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { readJsonObject } from './body.ts'
import type { CallEndpoint, Caller } from './call-endpoint.ts'
import type { AppEnv } from './middleware.ts'
import { readCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

interface Options {
  readonly secureCookies: boolean
}

/** Puts the endpoints of the contract on the app; those that read and are for everyone have been answered by then. */
export function mountApi(app: Hono<AppEnv>, callEndpoint: CallEndpoint, options: Options): void {
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const [method = '', path = ''] = key.split(' ')
    const { access, status } = endpoints[key]
    if (method === 'GET' && access === 'everyone') continue
    app.on(method, path, async (context) => {
      const input = {
        params: context.req.param() as Record<string, string>,
        query: context.req.query(),
        readBody: (maxBytes: number) => readJsonObject(context.req.raw, maxBytes),
      }
      const answer = await callEndpoint(key, input, callerOf(context, options))
      // What is someone's own lies in no cache.
      context.header('Cache-Control', 'no-store')
      return context.json(answer as object, status)
    })
  }
}

function callerOf(context: Context<AppEnv>, { secureCookies }: Options): Caller {
  const request = context.req.raw
  return {
    sessionToken: readSessionCookie(request),
    address: context.get('address'),
    userAgent: request.headers.get('user-agent') ?? '',
    readCookie: (name) => readCookie(request, name),
    setSession: (token) => context.header('Set-Cookie', sessionCookie(token, { secure: secureCookies })),
    addCacheTags: () => {},
  }
}

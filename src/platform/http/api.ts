import type { Context, Hono } from 'hono'
import { endpoints, type EndpointKey } from '#app/contract/api.ts'
import type { Endpoint, FileOutput } from '#platform/contract/endpoint.ts'
import { SURROGATE_KEY } from './surrogate-key.ts'
import { readJsonObject } from './body.ts'
import type { CallEndpoint } from './call-endpoint.ts'
import { callerOf } from './caller.ts'
import type { AppEnv } from './request-context.ts'
import { withText } from './response-text.ts'

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
      const session = context.env.sharedBy === null ? 'change' : 'none'
      const caller = callerOf(context, { ...options, session, addCacheTags: (...added) => void tags.push(...added) })
      const body = await callEndpoint(key, input, caller)
      // The response cache sets Cache-Control of shared responses itself.
      if (context.env.sharedBy === null) context.header('Cache-Control', 'no-store')
      if (tags.length > 0) context.header(SURROGATE_KEY, tags.join(' '))
      const endpoint: Endpoint = endpoints[key]
      if (endpoint.isFile === true) return sendFile(context, body as FileOutput)
      const text = JSON.stringify(body)
      return withText(context.body(text, endpoints[key].status, { 'Content-Type': 'application/json' }), text)
    })
  }
}

/** Sends a file as a download. */
function sendFile(context: Context<AppEnv>, file: FileOutput): Response {
  context.header('Content-Type', file.type)
  context.header('Content-Length', String(file.bytes))
  context.header('Content-Disposition', `attachment; filename="${file.name}"`)
  // Hono routes HEAD here, too.
  return context.req.raw.method === 'HEAD' ? context.body(null) : context.body(file.open())
}

import type { Context, Hono } from 'hono'
import type { EndpointTable, FileOutput } from '#platform/contract/endpoint.ts'
import { readJsonObject } from './body.ts'
import type { CallEndpoint } from './call-endpoint.ts'
import type { CallerOf } from './caller.ts'
import type { AppEnv } from './request-context.ts'
import { streamJson } from './json-stream.ts'
import { SURROGATE_KEY, withText } from './response-text.ts'

interface Options {
  readonly endpoints: EndpointTable
  readonly callEndpoint: CallEndpoint
  readonly callerOf: CallerOf
}

/** Mounts the endpoints of the contract; static paths first, so that none is taken for a parameter. */
export function mountApi(app: Hono<AppEnv>, { endpoints, callEndpoint, callerOf }: Options): void {
  const hasParameters = ({ key }: { readonly key: string }) => Number(key.includes(':'))
  for (const endpoint of Object.values(endpoints).toSorted((a, b) => hasParameters(a) - hasParameters(b))) {
    const [method = '', path = ''] = endpoint.key.split(' ')
    app.on(method, path, async (context) => {
      const input = {
        params: context.req.param() as Record<string, string>,
        query: context.req.query(),
        readBody: (maxBytes: number) => readJsonObject(context.req.raw, maxBytes),
      }
      const tags: string[] = []
      const isShared = context.env.response === 'shared'
      const caller = callerOf(context, { session: isShared ? 'none' : 'change', addCacheTags: (...added) => void tags.push(...added) })
      const body = await callEndpoint(endpoint, input, caller)
      // The response cache sets Cache-Control of shared responses itself.
      if (!isShared) context.header('Cache-Control', 'no-store')
      if (tags.length > 0) context.header(SURROGATE_KEY, tags.join(' '))
      if (endpoint.isFile === true) return sendFile(context, body as FileOutput)
      if (endpoint.streamedAs !== undefined) {
        return sendFile(context, { name: endpoint.streamedAs, type: 'application/json', open: () => streamJson(body) })
      }
      const text = JSON.stringify(body)
      return withText(context.body(text, endpoint.status, { 'Content-Type': 'application/json' }), text)
    })
  }
}

/** Sends a file as a download. Hono routes HEAD here, too. */
function sendFile(context: Context<AppEnv>, file: FileOutput): Response {
  context.header('Content-Type', file.type)
  if (file.bytes !== undefined) context.header('Content-Length', String(file.bytes))
  context.header('Content-Disposition', `attachment; filename="${file.name}"`)
  return context.req.raw.method === 'HEAD' ? context.body(null) : context.body(file.open())
}

import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { accessWhenClosed } from '#platform/contract/closed-blog.ts'
import { AppError } from '#platform/contract/errors.ts'
import { patternOf } from '#platform/contract/paths.ts'
import { CACHING, type PublicResponse, type PublicResponseTable, type ResponseParams } from '#platform/contract/public-response.ts'
import type { Caller } from './call-endpoint.ts'
import type { CallerOf } from './caller.ts'
import type { AppEnv, RequestPlace } from './request-context.ts'
import { SURROGATE_KEY, withText } from './response-text.ts'

/** A request for a public response, as its handler gets it. */
export interface PublicRequest<R extends PublicResponse = PublicResponse> extends Omit<Caller, 'setSession' | 'canSetSession'> {
  readonly request: Request
  /** Path of the request. */
  readonly path: string
  readonly params: Readonly<Record<ResponseParams<R>, string>>
  readonly query: URLSearchParams
  /** True when the client must see no content, because it is a visitor of a closed blog. */
  readonly isHidden: boolean
  readonly place: Omit<RequestPlace, 'outside'>
}

/** Content of a response. `Cache-Control` is the declared one unless `headers` has another. */
export interface PublicContent {
  readonly status?: number
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

type Handler<R extends PublicResponse> = (request: PublicRequest<R>) => Promise<PublicContent | Response> | PublicContent | Response

/** Handlers of a table of public responses, by the same names. */
export type PublicHandlers<Table extends PublicResponseTable> = { readonly [Name in keyof Table]: Handler<Table[Name]> }

interface Parts<Table extends PublicResponseTable> {
  readonly responses: Table
  readonly handlers: PublicHandlers<Table>
  readonly callerOf: CallerOf
}

/** Mounts the public responses, and applies the rules that the table declares: audience, closed blog and caching. */
export function mountPublicResponses<Table extends PublicResponseTable>(app: Hono<AppEnv>, parts: Parts<Table>): void {
  for (const [name, response] of Object.entries<PublicResponse>(parts.responses)) {
    const handler = parts.handlers[name] as Handler<PublicResponse>
    app.on([...(response.methods ?? ['GET'])], response.path, async (context) => {
      const tags: string[] = []
      const isPersonal = response.sharing === 'nobody'
      const caller = parts.callerOf(context, {
        session: isPersonal ? 'read' : 'none',
        addCacheTags: (...added) => void tags.push(...added),
      })
      // What everyone shares is the visitors' version, also for members.
      const access = await accessWhenClosed(
        response,
        response.sharing === 'everyone' ? { ...caller, findAudience: () => 'public' } : caller,
      )
      if (access === 'family') throw new AppError('not_found')
      const content = await handler({
        ...caller,
        request: context.req.raw,
        path: context.req.path,
        params: context.req.param(),
        query: new URL(context.req.url).searchParams,
        isHidden: access === 'empty',
        place: context.env.place,
      })
      if (tags.length > 0) context.header(SURROGATE_KEY, tags.join(' '))
      return content instanceof Response ? content : send(context, response, content)
    })
  }
}

function send(context: Context<AppEnv>, response: PublicResponse, { body, status = 200, type, headers }: PublicContent): Response {
  const all = {
    'Cache-Control': CACHING[response.caching],
    // Feed readers on the web, and messengers beside a link, show what everyone shares.
    ...(response.sharing === 'everyone' ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...headers,
  }
  const sent = context.newResponse(body, status as ContentfulStatusCode, all)
  return typeof body === 'string' ? withText(sent, body) : sent
}

/** Tests whether a path is that of a transfer. */
export function createTransferTest(responses: PublicResponseTable): (path: string) => boolean {
  const transfers = Object.values(responses).filter(({ isTransfer }) => isTransfer === true)
  const pattern = new RegExp(`^(?:${transfers.map(({ path }) => patternOf(path)).join('|')})$`)
  return (path) => pattern.test(path)
}

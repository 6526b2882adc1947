import type { Hono } from 'hono'
import { HtmlChanges, openingTag } from '#platform/contract/read-html.ts'
import { isPreviewAudience, PREVIEW_NAMES, previewPath } from '#site/contract/preview.ts'
import type { CallerOf } from '#platform/http/caller.ts'
import type { AppEnv, RequestContext } from '#platform/http/request-context.ts'
import { withText } from '#platform/http/response-text.ts'

interface Dependencies {
  readonly callerOf: CallerOf
  /** The whole app. */
  readonly respond: (request: Request, context: RequestContext) => Response | Promise<Response>
}

/**
 * Admins see a page as an audience below them does (decision 37): the app renders it as it does for the cache, with an audience
 * and without a session. Nothing is stored, and scripts do not run, since their calls would have the session of the admin.
 */
export function mountPreview(app: Hono<AppEnv>, { callerOf, respond }: Dependencies): void {
  app.get('/preview/:audience/*', async (context, next) => {
    const audience = context.req.param('audience')
    if (!isPreviewAudience(audience)) return next()
    const session = await callerOf(context, { session: 'read' }).findSession()
    if (session?.viewer.isAdmin !== true) return next()
    const base = previewPath(audience, '')
    const url = new URL(context.req.url)
    url.pathname = url.pathname.slice(base.length)
    const shown = await respond(new Request(url), {
      ...context.env,
      response: 'shared',
      role: audience === 'public' ? 'visitor' : audience,
    })
    const headers: Record<string, string> = {
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Type': shown.headers.get('content-type') ?? 'text/plain',
      'Content-Security-Policy': (shown.headers.get('content-security-policy') ?? '').replace(/script-src [^;]+/, "script-src 'none'"),
    }
    const location = shown.headers.get('location')
    if (location !== null) headers['Location'] = location.startsWith('/') ? base + location : location
    if (!headers['Content-Type']?.startsWith('text/html')) return new Response(shown.body, { status: shown.status, headers })
    const html = toPreview(await shown.text(), base, PREVIEW_NAMES[audience])
    return withText(new Response(html, { status: shown.status, headers }), html)
  })
}

/** Says whose page it is, keeps its links and searches in the preview, and makes its other forms inert: they would have the session of the admin. */
function toPreview(html: string, base: string, who: string): string {
  const changes = new HtmlChanges(html)
  for (const [index, token] of changes.tokens.entries()) {
    if (token.kind !== 'open') continue
    const { name, attributes } = token
    if (name === 'body') changes.after(index, noteFor(who))
    if (name === 'form' && attributes['method'] === 'post') {
      changes.replace(index, openingTag(name, { ...attributes, inert: '' }))
      continue
    }
    const target = name === 'a' ? 'href' : name === 'form' ? 'action' : null
    const address = target === null ? undefined : attributes[target]
    if (target === null || address === undefined || !/^\/(?!\/)/.test(address)) continue
    changes.replace(index, openingTag(name, { ...attributes, [target]: base + address }))
  }
  return changes.toString()
}

const noteFor = (who: string) =>
  `<p role="note" class="alert alert-info">This is the blog as ${who} sees it. Buttons do nothing here. ` +
  '<a class="link" href="/dashboard?tab=settings&amp;section=reading">Back to the settings</a></p>'

import type { Hono } from 'hono'
import { toResponse } from '#server/platform/http/made-answer.ts'
import type { AppEnv } from '#server/platform/http/middleware.ts'
import { readCookie, readSessionCookie } from '#server/platform/http/session-cookie.ts'
import type { AnswerPage } from './answer-page.ts'

/** Every address that is nothing else is a page; nearly all public ones have been answered by then. */
export function mountPages(app: Hono<AppEnv>, answerPage: AnswerPage): void {
  app.get('*', async (context) => {
    const request = context.req.raw
    const answer = await answerPage(new URL(request.url), {
      requestId: context.get('requestId'),
      sessionToken: readSessionCookie(request),
      address: context.get('address'),
      userAgent: request.headers.get('user-agent') ?? '',
      readCookie: (name) => readCookie(request, name),
    })
    return toResponse(answer)
  })
}

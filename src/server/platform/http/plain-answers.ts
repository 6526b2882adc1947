import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#contract/errors.ts'
import { BUSY_RETRY_SECONDS } from './admission.ts'
import type { HeaderList } from './whole-answer.ts'

/** Answers that are made without the app: it is what has no time for them. */

interface Plain {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly headers?: HeaderList
}

export function sendPlain(request: IncomingMessage, response: ServerResponse, { status, type, text, headers = [] }: Plain): void {
  const bytes = Buffer.from(text)
  // The rest of a body that nobody reads would stand in the way of the next request.
  const connection = request.complete || hasNoBody(request) ? [] : ['Connection', 'close']
  const own = ['Content-Type', type, 'Content-Length', String(bytes.byteLength), 'Cache-Control', 'no-store']
  response.writeHead(status, own.concat(connection, headers))
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

const hasNoBody = ({ headers }: IncomingMessage) => headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

/** 503, at once: a page for who reads, the one error form for who calls. */
export function sendBusy(request: IncomingMessage, response: ServerResponse, securityHeaders: HeaderList): void {
  const busy = new AppError('unavailable')
  const headers = ['Retry-After', String(BUSY_RETRY_SECONDS), ...securityHeaders]
  const isCall = /^\/(api|files)\b/i.test(request.url ?? '')
  if (isCall) {
    return sendPlain(request, response, { status: 503, type: 'application/json', text: JSON.stringify(busy.toBody()), headers })
  }
  const text = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><h1>One moment, please</h1><p>${busy.message}</p></html>`
  sendPlain(request, response, { status: 503, type: 'text/html; charset=utf-8', text, headers })
}

import type { AppError } from '#contract/errors.ts'
import type { TextAnswer } from '#contract/text-answer.ts'

/** An answer with what it was made from, for whoever keeps it. */
export interface MadeAnswer extends TextAnswer {
  readonly tags: readonly string[]
}

const JSON_TYPE = 'application/json'

export const jsonAnswer = (body: unknown, { status, tags = [] }: { status: number; tags?: readonly string[] }): MadeAnswer => ({
  status,
  headers: { 'content-type': JSON_TYPE },
  text: JSON.stringify(body),
  tags,
})

export const redirectAnswer = (location: string, status: 301 | 302, headers: Readonly<Record<string, string>> = {}): MadeAnswer => ({
  status,
  headers: { location, ...headers },
  text: '',
  tags: [],
})

/** The one form of an error; nobody keeps it. */
export const errorAnswer = (error: AppError): MadeAnswer => ({
  status: error.status,
  headers: {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
  },
  text: JSON.stringify(error.toBody()),
  tags: [],
})

/** For the framework, where the answer was not sent past it. */
export const toResponse = ({ status, headers, text }: TextAnswer): Response =>
  new Response(text === '' ? null : text, { status, headers: { ...headers } })

import { type AppError, type ErrorBody, type ErrorCode, ERRORS } from '#platform/contract/errors.ts'
import { errorResponse } from '#platform/http/error-response.ts'

/** The only version of tus that is spoken. */
const VERSION = '1.0.0'
const PART_TYPE = 'application/offset+octet-stream'
const PROTOCOL_HEADERS = { 'Tus-Resumable': VERSION, 'Cache-Control': 'no-store' }

/** Response to OPTIONS: tus versions, extensions and limits. */
export const tusOptions = (maxBytes: number): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'Tus-Resumable': VERSION,
      'Tus-Version': VERSION,
      'Tus-Extension': 'creation,creation-with-upload,termination,expiration',
      'Tus-Max-Size': String(maxBytes),
    },
  })

/** What the protocol refuses with statuses of its own, and the library with others. */
export function findProtocolError({ method, headers }: Request): Response | undefined {
  if (headers.get('tus-resumable') !== VERSION)
    return refuse(412, `This blog speaks version ${VERSION} of tus.`, { 'Tus-Version': VERSION })
  if (method === 'PATCH' && headers.get('content-type') !== PART_TYPE) return refuse(415, `A part must have the type ${PART_TYPE}.`)
  return undefined
}

function refuse(status: number, message: string, headers: HeadersInit = {}): Response {
  const body: ErrorBody = { success: false, statusCode: status, message, code: codeOf(status) }
  const all = new Headers(headers)
  for (const [name, value] of Object.entries(PROTOCOL_HEADERS)) all.set(name, value)
  return Response.json(body, { status, headers: all })
}

/** An error of the blog, for a client of the protocol. */
export function protocolError(error: AppError): Response {
  const response = errorResponse(error)
  response.headers.set('Tus-Resumable', VERSION)
  return response
}

export const deletedResponse = () => new Response(null, { status: 204, headers: PROTOCOL_HEADERS })

/** The bytes are deleted once the picture is stored. A client that missed the last response must not start again. */
export const fullyReceivedResponse = ({ size }: { readonly size: number }) =>
  new Response(null, {
    status: 200,
    headers: { ...PROTOCOL_HEADERS, 'Upload-Offset': String(size), 'Upload-Length': String(size) },
  })

/** Converts the library's errors, which are plain text, to the blog's JSON errors. */
export async function toResponse(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name)
  if (response.status < 400) return new Response(response.body, { status: response.status, headers })
  const code = codeOf(response.status)
  const text = (await response.text()).trim()
  const message = code === 'internal' || text === '' ? ERRORS[code].message : text
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  // What a client asks for and the protocol leaves open is no failure of the blog.
  return refuse(response.status === 501 ? ERRORS.bad_request.status : response.status, message, headers)
}

/** Statuses of tus for which the blog has no code (415) have that of a bad request. */
function codeOf(status: number): ErrorCode {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return codes.find((code) => ERRORS[code].status === status) ?? (status === 500 ? 'internal' : 'bad_request')
}

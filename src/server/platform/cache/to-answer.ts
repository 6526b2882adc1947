import { transcode } from 'node:buffer'
import { validateHeaderValue } from 'node:http'
import { crc32 } from 'node:zlib'
import type { MadeAnswer } from '#server/platform/http/made-answer.ts'
import { isWorthCompressing } from '#server/platform/http/compress.ts'
import { REQUEST_ID_HEADER } from '#server/platform/http/middleware.ts'
import { type HeaderList, prepareText } from '#server/platform/http/whole-answer.ts'
import type { Answer } from './answer-cache.ts'

/** A cache in between may keep a page for seconds; a browser asks each time. */
const SHARED_CACHE_CONTROL = 'public, max-age=0, s-maxage=5'

/** Makes an answer ready to be sent any number of times. @param common what every answer says besides */
export function toAnswer({ status, headers, text, tags }: MadeAnswer, common: HeaderList): Answer {
  const mayBeKept = status === 200 && !/no-store|private/.test(headers['cache-control'] ?? '')
  const bytes = utf8Bytes(text)
  const parts = {
    status,
    bytes,
    headers: [...common, ...headerList(headers, mayBeKept)],
    isCompressible: isWorthCompressing(headers['content-type'], bytes.byteLength),
    // One validator for all encodings: what the client has is still true whichever way it came.
    etag: mayBeKept ? `W/"${validatorOf(bytes)}"` : undefined,
  }
  return Object.assign(prepareText(parts), { tags, mayBeKept })
}

/**
 * Tells one version of an answer from the next. Nobody gains by making two alike, and by chance one change in four thousand
 * million would, and only where the length stays; a cryptographic sum takes a tenth of the time of making the answer.
 */
const validatorOf = (bytes: Uint8Array) => `${crc32(bytes).toString(36)}-${bytes.byteLength.toString(36)}`

const SHORT = 2000
/** Gives bytes of just their length; a small `Buffer` would hold on to the eight kilobytes that it was cut from. */
const encoder = new TextEncoder()
/** Used within one call only. */
const scratch = new Uint8Array(128 * 1024)
const scratchBuffer = Buffer.from(scratch.buffer)
/** V8 knows of a text that it keeps in bytes, without looking, that this cannot be found in it. */
const BEYOND_LATIN_1 = /[\u0100-\uffff]/

/** `Buffer.from` takes twice as long for a long text, and six times as long where it has one letter beyond Latin-1. */
function utf8Bytes(text: string): Uint8Array {
  if (text.length < SHORT || text.length * 2 > scratch.byteLength) return encoder.encode(text)
  if (!BEYOND_LATIN_1.test(text)) return scratch.slice(0, encoder.encodeInto(text, scratch).written)
  try {
    return transcode(scratchBuffer.subarray(0, scratchBuffer.write(text, 'utf16le')), 'utf16le', 'utf8')
  } catch {
    // Half a character, which only the encoder puts a mark in place of.
    return encoder.encode(text)
  }
}

/** What is kept is everybody's: the id of the request that it was made for would only mislead. */
function headerList(headers: MadeAnswer['headers'], mayBeKept: boolean): HeaderList {
  const list: string[] = ['Vary', 'Accept-Encoding']
  for (const name in headers) {
    if (mayBeKept && (name === 'cache-control' || name === REQUEST_ID_HEADER)) continue
    const value = headers[name] ?? ''
    // Here it is this answer's error; when it is sent, it would be the process's.
    validateHeaderValue(name, value)
    list.push(name, value)
  }
  if (mayBeKept) list.push('Cache-Control', SHARED_CACHE_CONTROL)
  return list
}

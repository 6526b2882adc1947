import { ReadableStream } from 'node:stream/web'
import { setImmediate as nextTick } from 'node:timers/promises'

type Part<T> = T extends readonly (infer Item)[] ? AsyncIterable<Item> : T extends object ? Streamed<T> : never

/** An object of which parts are computed when they are written: functions, and rows of lists of any length. */
export type Streamed<T> = { readonly [Name in keyof T]: T[Name] | (() => Promise<T[Name]>) | Part<T[Name]> }

/** Bytes written at once; a longer row is written alone. */
const CHUNK_BYTES = 64 * 1024

/** Writes JSON with a line for each property and row, at the pace of the reader, who may leave at any time. */
export const streamJson = (value: unknown): globalThis.ReadableStream => ReadableStream.from(chunksOf(value)) as globalThis.ReadableStream

async function* chunksOf(value: unknown): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const piece of piecesOf(value)) {
    text += piece
    if (text.length < CHUNK_BYTES) continue
    yield Buffer.from(text)
    text = ''
    // A client that reads fast must not make other requests wait.
    await nextTick()
  }
  if (text !== '') yield Buffer.from(text)
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  if (typeof value === 'function') yield* piecesOf(await (value as () => unknown)())
  else if (isAsyncIterable(value)) yield* listPieces(value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* objectPieces(value)
  else yield JSON.stringify(value)
}

async function* listPieces(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row)}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}

async function* objectPieces(value: object): AsyncGenerator<string> {
  let before = '{'
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${before}\n${JSON.stringify(name)}: `
    yield* piecesOf(part)
    before = ','
  }
  yield before === '{' ? '{}' : '\n}'
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

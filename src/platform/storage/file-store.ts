import type { Readable } from 'node:stream'

/** Both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface StoredFile {
  /** In bytes. */
  readonly size: number
  /** Opens the file; undefined when it was deleted since it was found. The caller reads the stream or destroys it. */
  readonly open: (range?: ByteRange) => Promise<Readable | undefined>
}

/** Files by key. A key is `folder/name` of safe characters only. */
export interface FileStore {
  /** Once this resolves, the complete file is stored and survives a power cut. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Stores a copy of a local file, streamed so that it is never whole in memory. */
  readonly copyIn: (key: string, path: string) => Promise<void>
  /** Stores a stream of exactly `size` bytes. */
  readonly writeStream: (key: string, stream: Readable, size: number) => Promise<void>
  /** Reads the whole file into memory. */
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Finds a file without reading its content. */
  readonly find: (key: string) => Promise<StoredFile | undefined>
  /** Lists the names of the complete files in a folder, sorted; none if there is no such folder. */
  readonly list: (folder: string) => Promise<string[]>
  /** Deletes a folder with everything in it, if it is there. */
  readonly removeFolder: (folder: string) => Promise<void>
}

const KEY = /^[\w-]{1,40}\/(?!.*\.\.)[\w-][\w.-]{0,159}$/

export const isFileKey = (key: string): boolean => KEY.test(key)

/** @throws for anything but a key, since paths are built from keys */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return key
}

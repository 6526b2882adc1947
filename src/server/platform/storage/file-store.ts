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
  /** When this resolves the file is there as a whole, also after a power cut. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  /** The same with a copy of a file of this machine, of which only a piece is in memory. */
  readonly copyIn: (key: string, path: string) => Promise<void>
  /** The whole file in memory. */
  readonly read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Reads no byte of the file. */
  readonly find: (key: string) => Promise<StoredFile | undefined>
  /** Names of the complete files in a folder, sorted; none where there is no such folder. */
  readonly list: (folder: string) => Promise<string[]>
  /** Deletes a folder with everything in it, if it is there. */
  readonly removeFolder: (folder: string) => Promise<void>
}

const KEY = /^[\w-]{1,40}\/(?!.*\.\.)[\w-][\w.-]{0,159}$/

export const isFileKey = (key: string): boolean => KEY.test(key)

/** @throws for anything but a key: paths are built from it */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
  return key
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { Client, FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { type BackupPlace, inBlocks, connectionProblem, retry, placeError, type PlacedFile } from './backup-place.ts'

type SftpSettings = Extract<PlaceSettings, { type: 'sftp' }>

const CONNECT_MS = 20_000
const KEEPALIVE_MS = 15_000
/** Written and read in pieces that run at the same time, so that a connection with a long delay is used fully. */
const PIECE_BYTES = 32 * 1024
const BLOCK_BYTES = 4 * 1024 * 1024
/** Ending of a file that is not whole yet. */
const PART = '.part'
const COPY_PART = /^kindred-.*\.tar\.age\.part$/
const PART_MAX_AGE_S = DAY_MS / 1000
const STATUS = { noSuchFile: 2, permissionDenied: 3, failure: 4 } as const

interface Connection {
  readonly client: Client
  readonly sftp: SFTPWrapper
}

/** A folder over SSH. Connects at the first use, and again after a lost connection. */
export function openSftpPlace(settings: SftpSettings): BackupPlace {
  let open: Promise<Connection> | undefined
  const connection = () => {
    open ??= connect(settings).then((opened) => {
      opened.client.once('close', () => (open = undefined))
      return opened
    })
    open.catch(() => (open = undefined))
    return open
  }
  const withSftp = <T>(work: (sftp: SFTPWrapper) => Promise<T>) =>
    retry(async () => {
      const { client, sftp } = await connection()
      const lost = Promise.withResolvers<never>()
      const onClose = () => lost.reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
      client.once('close', onClose)
      lost.promise.catch(() => {})
      try {
        return await Promise.race([work(sftp), lost.promise])
      } finally {
        client.removeListener('close', onClose)
      }
    }, isFinal).catch((error: unknown) => {
      throw explain(error)
    })
  const pathOf = (name: string) => posix.join(settings.folder, name)
  return {
    list: () => withSftp(async (sftp) => (await makeFolder(sftp, settings.folder), listFiles(sftp, settings.folder))),
    write: (name, source) => writeFile(withSftp, pathOf(name), source),
    read: (name) => readBlocks(withSftp, pathOf(name)),
    remove: (name) => withSftp((sftp) => called((done) => sftp.unlink(pathOf(name), done))),
    async close() {
      const opened = await open?.catch(() => undefined)
      opened?.client.end()
    },
  }
}

type WithSftp = <T>(work: (sftp: SFTPWrapper) => Promise<T>) => Promise<T>

async function writeFile(withSftp: WithSftp, path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const part = path + PART
  await withSftp(async (sftp) => {
    await makeFolder(sftp, posix.dirname(path))
    await closeHandle(sftp, await openHandle(sftp, part, 'w'))
    await removeOldParts(sftp, part)
  })
  let at = 0
  for await (const block of inBlocks(source, BLOCK_BYTES)) {
    const start = at
    // Written again as a whole after a lost connection.
    await withSftp(async (sftp) => {
      const handle = await openHandle(sftp, part, 'r+')
      await Promise.all(
        piecesOf(block.byteLength).map(([from, length]) => called((done) => sftp.write(handle, block, from, length, start + from, done))),
      )
      await closeHandle(sftp, handle)
    })
    at += block.byteLength
  }
  await withSftp(async (sftp) => {
    // The protocol does not replace a file by renaming another one.
    await called((done) => sftp.unlink(path, done)).catch(unlessMissing)
    await called((done) => sftp.rename(part, path, done))
  })
}

/** Deletes parts of copies of killed processes, which would fill the disk. @param newest path of a part that was just created */
async function removeOldParts(sftp: SFTPWrapper, newest: string): Promise<void> {
  const folder = posix.dirname(newest)
  const entries = await listEntries(sftp, folder)
  // By the clock of the other machine, which wrote these times.
  const now = entries.find(({ filename }) => filename === posix.basename(newest))?.attrs.mtime ?? 0
  for (const { filename, attrs } of entries) {
    if (!COPY_PART.test(filename) || now - attrs.mtime < PART_MAX_AGE_S) continue
    // A user who may not delete can still make copies.
    await called((done) => sftp.unlink(posix.join(folder, filename), done)).catch(() => {})
  }
}

async function* readBlocks(withSftp: WithSftp, path: string): AsyncGenerator<Uint8Array> {
  const { size } = await withSftp((sftp) => result<{ size: number }>((done) => sftp.stat(path, done)))
  for (let at = 0; at < size; at += BLOCK_BYTES) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, size - at))
    const start = at
    yield await withSftp(async (sftp) => {
      const handle = await openHandle(sftp, path, 'r')
      await Promise.all(
        piecesOf(block.byteLength).map(async ([from, length]) => {
          for (let done = 0; done < length;) {
            const read = await result<number>((callback) =>
              sftp.read(handle, block, from + done, length - done, start + from + done, callback),
            )
            if (read === 0) throw placeError('The file on the other machine is shorter than it was.')
            done += read
          }
        }),
      )
      await closeHandle(sftp, handle)
      return block
    })
  }
}

const piecesOf = (bytes: number): [from: number, length: number][] =>
  Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, (_, index) => [
    index * PIECE_BYTES,
    Math.min(PIECE_BYTES, bytes - index * PIECE_BYTES),
  ])

const listEntries = (sftp: SFTPWrapper, folder: string) => result<FileEntryWithStats[]>((done) => sftp.readdir(folder, done))

async function listFiles(sftp: SFTPWrapper, folder: string): Promise<PlacedFile[]> {
  return (await listEntries(sftp, folder))
    .filter(({ attrs, filename }) => attrs.isFile() && !filename.endsWith(PART))
    .map(({ attrs, filename }) => ({ name: filename, bytes: attrs.size }))
}

async function makeFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
  const isThere = await result((done) => sftp.stat(folder, done)).then(
    () => true,
    (error: unknown) => unlessMissing(error) ?? false,
  )
  if (isThere) return
  if (posix.dirname(folder) !== folder) await makeFolder(sftp, posix.dirname(folder))
  await called((done) => sftp.mkdir(folder, { mode: 0o700 }, done))
}

const openHandle = (sftp: SFTPWrapper, path: string, flags: 'r' | 'w' | 'r+') =>
  result<Buffer>((done) => sftp.open(path, flags, { mode: 0o600 }, done))
const closeHandle = (sftp: SFTPWrapper, handle: Buffer) => called((done) => sftp.close(handle, done))

async function connect(settings: SftpSettings): Promise<Connection> {
  const { Client } = await import('ssh2')
  const { host, port, user: username, hostKey } = settings
  const secret = await readSecret(settings)
  const client = new Client()
  let shown: string | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve).once('error', reject)
      client.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
      client.connect({
        host,
        port,
        username,
        ...secret,
        readyTimeout: CONNECT_MS,
        keepaliveInterval: KEEPALIVE_MS,
        hostVerifier: (key: Buffer) => isSame((shown = fingerprintOf(key)), hostKey),
      })
    })
    return { client, sftp: await result<SFTPWrapper>((done) => client.sftp(done)) }
  } catch (error) {
    client.on('error', () => {}).end()
    if (shown !== undefined && shown !== hostKey) throw new UnknownHostKey(shown, hostKey)
    throw error
  } finally {
    // A lost connection is noticed by `close`.
    client.on('error', () => {})
  }
}

/** The other machine shows a key that is not the pinned one. */
export class UnknownHostKey extends AppError {
  readonly shown: string
  constructor(shown: string, pinned: string | null) {
    super(
      'unavailable',
      pinned === null
        ? `The other machine shows the key ${shown}. If that is its own (its company names it, or ssh-keygen -l there), confirm it: BACKUP_SSH_HOST_KEY=${shown}`
        : `The other machine shows the key ${shown}, not the one that was confirmed. Nothing was sent: it may be another machine in its place.`,
    )
    this.shown = shown
  }
}

export const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

const isSame = (shown: string, pinned: string | null) =>
  pinned !== null && shown.length === pinned.length && timingSafeEqual(Buffer.from(shown), Buffer.from(pinned))

async function readSecret({ secret }: SftpSettings): Promise<{ password: string } | { privateKey: string | Buffer }> {
  if (!('keyFile' in secret)) return secret
  return {
    privateKey: await readFile(secret.keyFile).catch((error: NodeJS.ErrnoException) => {
      throw placeError(`The file of the SSH key cannot be read (${error.code ?? 'unknown'}).`)
    }),
  }
}

type Done<T> = (error: Error | undefined | null, value: T) => void

const result = <T>(start: (done: Done<T>) => void) =>
  new Promise<T>((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })
const called = (start: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })

const statusOf = (error: unknown) => (error as { code?: unknown }).code
const isFinal = (error: unknown) =>
  error instanceof AppError || typeof statusOf(error) === 'number' || (error as { level?: string }).level === 'client-authentication'

function unlessMissing(error: unknown): undefined {
  if (statusOf(error) !== STATUS.noSuchFile) throw error
}

function explain(error: unknown): unknown {
  if (error instanceof AppError) return error
  if ((error as { level?: string }).level === 'client-authentication')
    return placeError('The other machine does not accept this user with this key or password.')
  const status = statusOf(error)
  if (status === STATUS.noSuchFile) return placeError('This file or folder is not on the other machine.')
  if (status === STATUS.permissionDenied) return placeError('The other machine does not allow this: look at the rights of the folder.')
  if (typeof status === 'number') return placeError('The other machine refuses this: its disk may be full, or the folder not writable.')
  if (/private key|Cannot parse/i.test((error as Error).message))
    return placeError('The SSH key cannot be read; it must have no passphrase.')
  return placeError(`The other machine cannot be reached: ${connectionProblem(error)}.`)
}

import { publicResponse } from '#platform/contract/public-response.ts'
import { FILE_TYPES, PAPER_ENDINGS } from './file-address.ts'

/** Where a phone's share sheet sends files (decision 91). */
export const shareResponses = {
  shareWorker: publicResponse('/share/worker.js', { sharing: 'everyone', caching: 'server', whenClosed: 'open' }),
  // GET: the worker has kept the files on the device. POST: there is no worker, and the files are not read.
  share: publicResponse('/share/files', {
    methods: ['GET', 'POST'],
    sharing: 'everyone',
    caching: 'never',
    whenClosed: 'open',
  }),
}

/** The worker sees requests of this folder alone. */
export const SHARE_SCOPE = '/share/'

/** Fields of the form that phones send. */
export const SHARE_FIELDS = { title: 'title', text: 'text', address: 'address', files: 'files' } as const

/** Files for which the share sheet offers the blog. */
export const SHARED_TYPES: readonly string[] = [
  'image/*',
  'video/*',
  'audio/*',
  ...PAPER_ENDINGS.flatMap((ending) => [FILE_TYPES[ending].type.replace(/;.*/, ''), `.${ending}`]),
]

/** Database of the browser with what was shared, and its only store. */
export const SHARED_DATABASE = 'kindred-shared'
export const SHARED_STORE = 'shared'

/** What was shared at once. */
export interface SharedThings {
  /** Random: the address of the editor names it. */
  readonly id: string
  readonly words: readonly string[]
  readonly files: readonly File[]
  readonly at: number
  /** Who took it into a text; its files are not stored yet. */
  readonly userId?: string
}

/** Parameters of the editor: what the share sheet sent, what another page may have sent, or `none` where nothing arrived. */
export const SHARED = 'shared'
export const OFFERED = 'offered'
export const NOTHING_SHARED = 'none'

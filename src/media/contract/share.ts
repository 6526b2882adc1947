import { publicResponse } from '#platform/contract/public-response.ts'
import { FILE_TYPES, DOCUMENT_ENDINGS } from './file-address.ts'

/** Where a phone's share sheet sends files (decision 88). */
export const shareResponses = {
  shareWorker: publicResponse('/share/worker.js', { sharing: 'everyone', caching: 'server', whenClosed: 'open' }),
  // Reaches the server where there is no worker. The files are not read.
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
  ...DOCUMENT_ENDINGS.flatMap((ending) => [FILE_TYPES[ending].type.replace(/;.*/, ''), `.${ending}`]),
]

/** Database of the browser with what was shared, and its only store. */
export const SHARED_DATABASE = 'kindred-shared'
export const SHARED_STORE = 'shared'

/** What was shared at once. */
export interface SharedThings {
  readonly id: string
  readonly words: readonly string[]
  readonly files: readonly File[]
  readonly at: number
  /** Who took it into a text; its files are not stored yet. */
  readonly userId?: string
}

/** Parameter of the editor after sharing: whether something arrived. */
export const SHARED = 'shared'
export type Shared = 'here' | 'none'
export const sharedAddress = (shared: Shared): string => `/create-post?${SHARED}=${shared}`

import { publicResponse } from '#platform/contract/public-response.ts'

/** Where a phone's share sheet sends files. The worker of this folder takes them before they leave the device. */
export const shareResponses = {
  shareWorker: publicResponse('/share/worker.js', { sharing: 'everyone', caching: 'server', whenClosed: 'open', limit: null }),
  // Only reached without the worker: the files are not read.
  share: publicResponse('/share/files', { methods: ['GET', 'POST'], sharing: 'everyone', caching: 'never', whenClosed: 'open', limit: null }),
}

/** The worker sees requests of this folder alone. */
export const SHARE_SCOPE = '/share/'

/** Fields of the form that phones send. */
export const SHARE_FIELDS = { title: 'title', text: 'text', address: 'address', files: 'files' } as const

/** Database of the browser with what was shared, and its only store. */
export const SHARED_DATABASE = 'kindred-shared'
export const SHARED_STORE = 'shared'

/** What was shared at once. */
export interface SharedThings {
  readonly id: string
  readonly words: readonly string[]
  readonly files: readonly File[]
  readonly at: number
}

/** Leads to the editor; without an id, nothing arrived. */
export const sharedPath = (id: string): string => `/create-post?shared=${id}`

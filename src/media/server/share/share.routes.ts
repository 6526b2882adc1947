import { SHARED_DATABASE, SHARED_STORE, SHARE_FIELDS, sharedAddress, shareResponses } from '#media/contract/share.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'

const SHARE_PATH = shareResponses.share.path
const WORD_FIELDS = [SHARE_FIELDS.title, SHARE_FIELDS.text, SHARE_FIELDS.address]

/** Keeps what a phone shares in a database of the browser, where it survives a sign-in. The editor offers it. */
const WORKER = `'use strict'
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === '${SHARE_PATH}') event.respondWith(take(event.request).catch(() => go('${sharedAddress('none')}')))
})
const go = (address) => Response.redirect(address, 303)
async function take(request) {
  const form = await request.formData()
  const words = ${JSON.stringify(WORD_FIELDS)}.map((name) => form.get(name)).filter((word) => typeof word === 'string' && word.trim() !== '')
  const files = form.getAll('${SHARE_FIELDS.files}').filter((file) => typeof file !== 'string' && file.size > 0)
  if (words.length === 0 && files.length === 0) return go('${sharedAddress('none')}')
  await put({ id: crypto.randomUUID(), words: [...new Set(words)], files, at: Date.now() })
  return go('${sharedAddress('here')}')
}
function put(shared) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('${SHARED_DATABASE}', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('${SHARED_STORE}', { keyPath: 'id' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('${SHARED_STORE}', 'readwrite')
      transaction.objectStore('${SHARED_STORE}').put(shared)
      transaction.oncomplete = () => (opening.result.close(), resolve())
      transaction.onabort = () => (opening.result.close(), reject(transaction.error))
    }
  })
}
`

export const shareRoutes = (): PublicHandlers<typeof shareResponses> => ({
  shareWorker: () => ({ body: WORKER, type: 'text/javascript; charset=utf-8' }),
  share: () => ({ status: 303, headers: { Location: sharedAddress('none') }, body: null }),
})

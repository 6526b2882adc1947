import { SHARED_DATABASE, SHARED_STORE, SHARE_FIELDS, sharedPath, shareResponses } from '#media/contract/share.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'

/** Stores what a phone shares in a database of the browser, so that it survives a sign-in, and opens the editor. */
const WORKER = `'use strict'
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'POST' && new URL(url).pathname === ${JSON.stringify(shareResponses.share.path)}) event.respondWith(take(event.request))
})
async function take(request) {
  const form = await request.formData()
  const words = ${JSON.stringify([SHARE_FIELDS.title, SHARE_FIELDS.text, SHARE_FIELDS.address])}.map((name) => form.get(name)).filter((value) => typeof value === 'string' && value !== '')
  const files = form.getAll(${JSON.stringify(SHARE_FIELDS.files)}).filter((file) => typeof file !== 'string' && file.size > 0)
  const id = Date.now() + '-' + Math.floor(Math.random() * 1e9)
  await put({ id, words, files, at: Date.now() })
  return Response.redirect(${JSON.stringify(sharedPath(''))} + id, 303)
}
function put(shared) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(${JSON.stringify(SHARED_DATABASE)}, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(${JSON.stringify(SHARED_STORE)}, { keyPath: 'id' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(${JSON.stringify(SHARED_STORE)}, 'readwrite')
      transaction.objectStore(${JSON.stringify(SHARED_STORE)}).put(shared)
      transaction.oncomplete = () => (opening.result.close(), resolve())
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
`

export const shareRoutes = (): PublicHandlers<typeof shareResponses> => ({
  shareWorker: () => ({ body: WORKER, type: 'text/javascript; charset=utf-8' }),
  share: () => ({ status: 303, headers: { Location: sharedPath('none') }, body: null }),
})

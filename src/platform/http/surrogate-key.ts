/** Internal header that carries a response's cache tags from the app to the cache; removed before sending. */
export const SURROGATE_KEY = 'surrogate-key'

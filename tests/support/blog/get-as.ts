import type { APIResponse, BrowserContext, Page } from 'playwright-core'

/**
 * Sends a GET request with the cookies of the page, without opening the address in it. Playwright keeps a context's
 * connections open until the server closes them, after ten idle seconds; a request at that moment is sent again.
 */
export const getAs = (user: Page | BrowserContext, path: string, options: { maxRedirects?: number } = {}): Promise<APIResponse> =>
  user.request.get(path, { maxRetries: 1, ...options })

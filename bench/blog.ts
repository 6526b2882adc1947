import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { addressOfNumber } from './load.ts'

/**
 * Starts the built blog in a separate process on existing data. It trusts one proxy, so that load can come from many
 * client addresses.
 */
export const startBlog = (dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<BlogProcess> =>
  startBlogProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...settings })

/** Sends a POST with a JSON body from a new client address. @throws when the status is not the expected one */
export async function postJson(
  url: string,
  body: object,
  { cookie = '', expected }: { cookie?: string; expected: number },
): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie, 'x-forwarded-for': addressOfNumber((posted += 1)) }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== expected) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return response
}

let posted = 0

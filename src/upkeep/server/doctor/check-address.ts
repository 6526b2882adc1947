import type { Config } from '#platform/process/config.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 8000
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** Checks that PUBLIC_URL, HOST and TRUST_PROXY are consistent. */
export function checkProxy(config: Config, isPublicUrlSet: boolean): Finding[] {
  const { fine, attention, wrong } = about('Address')
  const { protocol, hostname } = new URL(config.publicUrl)
  if (!isPublicUrlSet && !isLoopback(config.host)) {
    return [
      wrong(
        `The blog listens on ${config.host}, but PUBLIC_URL is not set.`,
        'Set PUBLIC_URL to the address that readers use: links in mails and the feed begin with it.',
      ),
    ]
  }
  if (protocol === 'https:' && config.trustedProxies === 0) {
    return [
      wrong(
        'PUBLIC_URL begins with https://, so a proxy stands in front, but TRUST_PROXY is 0: all readers look like one, and share its limits.',
        'Set TRUST_PROXY=1, or to the number of proxies in a row.',
      ),
    ]
  }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return [
      attention(
        `PUBLIC_URL is ${config.publicUrl}: passwords cross the network in the clear.`,
        'Put a proxy with TLS in front, and set PUBLIC_URL to https://…',
      ),
    ]
  }
  if (config.trustedProxies > 0 && !isLoopback(config.host)) {
    return [
      attention(
        `TRUST_PROXY is ${config.trustedProxies}, and the blog listens on ${config.host}: a client that reaches it past the proxy can claim any address.`,
        'Set HOST=127.0.0.1 where the proxy runs on this machine; otherwise let only the proxy through.',
      ),
    ]
  }
  return [fine(`${config.publicUrl}, with ${config.trustedProxies === 1 ? 'one proxy' : `${config.trustedProxies} proxies`} in front.`)]
}

/** Requests the blog at its public address and, if that fails, at its local one. */
export async function checkBlog(config: Config): Promise<Finding> {
  const { fine, wrong } = about('Blog')
  const outside = await ask(config.publicUrl)
  if (outside.publicUrl === config.publicUrl) return fine(`It responds at ${config.publicUrl}.`)
  const host =
    config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '[::1]' : config.host.includes(':') ? `[${config.host}]` : config.host
  const inside = await ask(`http://${host}:${config.port}`)
  const problem = outside.publicUrl === undefined ? outside.problem : `the blog there has another PUBLIC_URL, ${outside.publicUrl}`
  if (inside.publicUrl !== undefined) {
    return wrong(
      `It runs on this machine, but not at ${config.publicUrl}: ${problem}.`,
      'Look at the name (DNS), the proxy and its certificate, the firewall; and whether the running blog has the same PUBLIC_URL.',
    )
  }
  if (inside.isTaken) {
    return wrong(
      `Port ${config.port} of this machine is taken by another program.`,
      `End that program (ss -ltnp shows it), or give the blog another PORT, and tell the proxy.`,
    )
  }
  return wrong(
    `It does not respond at ${config.publicUrl} (${problem}), nor on port ${config.port} of this machine.`,
    'Start it: npm start. If it does not stay, its log says why.',
  )
}

/** With any other error, a program that is no blog has responded. */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|no response in time)$/

interface Reply {
  readonly publicUrl?: string
  readonly problem: string
  /** Something responds, and it is no blog. */
  readonly isTaken?: boolean
}

async function ask(origin: string): Promise<Reply> {
  try {
    const response = await fetch(`${origin}/api/site`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    if (response.status !== 200) return { problem: `it responds ${response.status}`, isTaken: true }
    const { publicUrl } = (await response.json()) as { publicUrl?: unknown }
    return typeof publicUrl === 'string' ? { publicUrl, problem: '' } : { problem: 'another server responds there', isTaken: true }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'another server responds there', isTaken: true }
    const code = safeCodeOf(error)
    return { problem: code, isTaken: !UNREACHABLE.test(code) }
  }
}

import { type Config, hostInUrl } from '#platform/process/config.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 8000
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/** Checks that PUBLIC_URL, HOST and TRUST_PROXY are consistent. */
export function checkProxy({ publicUrl, host, trustedProxies }: Config, isPublicUrlSet: boolean): Finding {
  const { fine, attention, wrong } = about('Address')
  const { protocol, hostname } = new URL(publicUrl)
  if (!isPublicUrlSet && !isLoopback(host))
    return wrong(
      `The blog listens on ${host}, but PUBLIC_URL is not set.`,
      'Set PUBLIC_URL to the address that readers use: links in mails and the feed begin with it.',
    )
  if (protocol === 'https:' && trustedProxies === 0)
    return wrong(
      'PUBLIC_URL begins with https://, so a proxy stands in front, but TRUST_PROXY is 0: all readers look like one, and share its limits.',
      'Set TRUST_PROXY=1, or to the number of proxies in a row.',
    )
  if (protocol === 'http:' && !isLoopback(hostname))
    return attention(
      `PUBLIC_URL is ${publicUrl}: passwords cross the network in the clear.`,
      'Put a proxy with TLS in front, and set PUBLIC_URL to https://…',
    )
  if (trustedProxies > 0 && !isLoopback(host))
    return attention(
      `TRUST_PROXY is ${trustedProxies}, and the blog listens on ${host}: a client that reaches it past the proxy can claim any address.`,
      'Set HOST=127.0.0.1 where the proxy runs on this machine; otherwise let only the proxy through.',
    )
  return fine(`${publicUrl}, with TRUST_PROXY=${trustedProxies}.`)
}

const UNTRUSTED = ['browsers do not trust its certificate', 'Let the proxy fetch one of a public authority, with its whole chain.'] as const

/** What stands between a reader and the blog, by the code of the error; and what to do. */
const CAUSES: Readonly<Record<string, readonly [problem: string, advice: string]>> = {
  ENOTFOUND: ['its name is not known', 'Where you bought the domain, add an A record with the address of this machine.'],
  ECONNREFUSED: [
    'nothing listens there',
    'Does the name (DNS) lead to this machine, does the proxy (Caddy, nginx) run, is the firewall open?',
  ],
  CERT_HAS_EXPIRED: [
    'its certificate has expired',
    'Caddy renews it while the name leads here and ports 80 and 443 are open: journalctl -u caddy -n 20. With certbot: certbot renew',
  ],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'Give the proxy the name of PUBLIC_URL.'],
  // Of Caddy.
  ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: [
    'the proxy has no certificate for it yet',
    'It gets one when the name leads here and ports 80 and 443 are open: systemctl restart caddy, then journalctl -u caddy -n 20',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
}
const OTHER_CAUSE =
  'Look at the name (DNS), the proxy and its certificate, the firewall; and whether the running blog has the same PUBLIC_URL.'

/** Requests the blog at its public address and, if that fails, at its local one. */
export async function checkBlog({ publicUrl, host, port }: Config): Promise<Finding> {
  const { fine, wrong } = about('Blog')
  const outside = await request(publicUrl)
  if (outside.publicUrl === publicUrl) return fine(`It responds at ${publicUrl}.`)
  const inside = await request(`http://${host === '0.0.0.0' ? '127.0.0.1' : hostInUrl(host === '::' ? '::1' : host)}:${port}`)
  const [problem, advice] =
    outside.publicUrl === undefined
      ? (CAUSES[outside.problem] ?? [outside.problem, OTHER_CAUSE])
      : [`the blog there has another PUBLIC_URL, ${outside.publicUrl}`, OTHER_CAUSE]
  if (inside.publicUrl !== undefined) return wrong(`It runs on this machine, but not at ${publicUrl}: ${problem}.`, advice)
  if (inside.isTaken)
    return wrong(
      `Port ${port} of this machine is taken by another program.`,
      'End that program (ss -ltnp shows it), or give the blog another PORT, and tell the proxy.',
    )
  return wrong(
    `It does not respond at ${publicUrl} (${problem}), nor on port ${port} of this machine.`,
    'Start it: npm start. If it does not stay, its log says why.',
  )
}

/** With any other error, a program that is no blog has responded. */
const UNREACHABLE = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|no response in time)$/

/** @returns the PUBLIC_URL of the blog there, or what is wrong and whether something else responds */
async function request(origin: string): Promise<{ publicUrl?: string; problem: string; isTaken?: boolean }> {
  try {
    const response = await fetch(`${origin}/api/site`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    if (response.status !== 200) return { problem: `it responds ${response.status}`, isTaken: true }
    const { publicUrl } = (await response.json().catch(() => ({}))) as { publicUrl?: unknown }
    return typeof publicUrl === 'string' ? { publicUrl, problem: '' } : { problem: 'another server responds there', isTaken: true }
  } catch (error) {
    const code = safeCodeOf(error)
    return { problem: code, isTaken: !UNREACHABLE.test(code) }
  }
}

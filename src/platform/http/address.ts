import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** Client address of a request without a socket. */
const UNKNOWN_ADDRESS = 'unknown'

interface RequestSource {
  readonly remoteAddress: string | undefined
  /** The header `X-Forwarded-For`. */
  readonly forwardedFor: string | null
  readonly trustedProxies: number
}

/** The client's address, for rate limits and the log; IPv6 by its /64, which is what one household has. */
export function clientAddress({ remoteAddress, forwardedFor, trustedProxies }: RequestSource): string {
  const chain = (forwardedFor ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // Each trusted proxy appended the address it saw; earlier entries were sent by the client and prove nothing.
  const seen = trustedProxies > 0 ? withoutPort(chain.at(-trustedProxies) ?? '') : ''
  return shorten(isIP(seen) === 0 ? (remoteAddress ?? UNKNOWN_ADDRESS) : seen)
}

export const addressOfRequest = ({ socket, headers }: IncomingMessage, trustedProxies: number): string =>
  clientAddress({ remoteAddress: socket.remoteAddress, forwardedFor: headers['x-forwarded-for']?.toString() ?? null, trustedProxies })

/** The /48 of a client address of IPv6; of IPv4 the address itself. */
export const networkOf = (address: string): string =>
  address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`: each port would count as another client. */
function withoutPort(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? []
  return inBrackets ?? ipv4 ?? address
}

function shorten(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const start = head.split(':').filter(Boolean)
  const end = plain.includes('::') ? tail.split(':').filter(Boolean) : []
  const groups = [...start, ...Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0'), ...end]
  return `${groups.slice(0, 4).join(':')}::/64`
}

import { isIPv6 } from 'node:net'

/** Of a request that came over no socket. */
export const UNKNOWN_ADDRESS = 'unknown'

/** Where a request came from, for rate limits and the log; IPv6 by its /64, which is what one household has. */
export function clientAddress(request: { remoteAddress: string | undefined; forwardedFor: string | null; trustedProxies: number }): string {
  const chain = (request.forwardedFor ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // Each trusted proxy appended the address it saw; what stands before those was sent by the client and proves nothing.
  const proven = request.trustedProxies > 0 ? chain.at(-request.trustedProxies) : undefined
  return shorten(proven ?? request.remoteAddress ?? UNKNOWN_ADDRESS)
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

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress } from './address.ts'

describe('clientAddress', () => {
  const from = (remoteAddress: string | undefined, forwardedFor: string | null, trustedProxies: number) =>
    clientAddress({ remoteAddress, forwardedFor, trustedProxies })

  it.each([
    ['no proxy', '203.0.113.7', null, 0, '203.0.113.7'],
    ['a header without a trusted proxy', '203.0.113.7', '10.0.0.1', 0, '203.0.113.7'],
    ['one proxy', '10.0.0.1', '198.51.100.4', 1, '198.51.100.4'],
    ['one proxy and a forged start', '10.0.0.1', '1.1.1.1, 198.51.100.4', 1, '198.51.100.4'],
    ['two proxies and a forged start', '10.0.0.1', '1.1.1.1,198.51.100.4 , 10.0.0.2', 2, '198.51.100.4'],
    ['fewer in the chain than proxies', '10.0.0.1', '198.51.100.4', 2, '10.0.0.1'],
    ['a proxy that sent nothing', '10.0.0.1', null, 1, '10.0.0.1'],
    ['empty parts', '10.0.0.1', ' , ,198.51.100.4,, ', 1, '198.51.100.4'],
    ['a proxy that writes ports', '10.0.0.1', '198.51.100.4:4711', 1, '198.51.100.4'],
    ['a proxy that writes ports behind IPv6', '10.0.0.1', '[2001:db8:1:2::3]:4711', 1, '2001:db8:1:2::/64'],
    ['IPv6 in brackets', '10.0.0.1', '[2001:db8:1:2::3]', 1, '2001:db8:1:2::/64'],
    ['IPv4 in IPv6 with a port', '10.0.0.1', '[::ffff:198.51.100.4]:4711', 1, '198.51.100.4'],
    ['a proxy that hides the address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['a proxy that sent no address', '10.0.0.1', '198.51.100.4, 999.1.1.1:80', 1, '10.0.0.1'],
    ['no socket', undefined, null, 0, 'unknown'],
    ['IPv4 in IPv6', '::ffff:203.0.113.7', null, 0, '203.0.113.7'],
    ['IPv6', '2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
    ['IPv6, shortened', '2001:db8::1', null, 0, '2001:db8:0:0::/64'],
    ['IPv6 of this machine', '::1', null, 0, '0:0:0:0::/64'],
  ])('%s', (_, remoteAddress, forwardedFor, proxies, expected) => {
    expect(from(remoteAddress, forwardedFor, proxies)).toBe(expected)
  })

  it('is the same for all addresses of a household', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const host = (address: string) => from(`2001:db8:aa:bb:${expand(address).slice(4).join(':')}`, null, 0)
        return host(one) === host(other)
      }),
    )
  })

  it('never throws, whatever the header says', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), (header, proxies) => typeof from('10.0.0.1', header, proxies) === 'string'),
    )
  })
})

/** Eight groups of an IPv6 address; a dotted end becomes two. */
function expand(address: string): string[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, 'aaaa:bbbb')
  const [head = '', tail] = plain.split('::')
  const start = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  return [...start, ...Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0'), ...end].slice(0, 8)
}

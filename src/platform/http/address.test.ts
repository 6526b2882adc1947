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
    ['a proxy that writes ports', '10.0.0.1', '198.51.100.4:4711', 1, '198.51.100.4'],
    ['IPv6 in brackets', '10.0.0.1', '[2001:db8:1:2::3]', 1, '2001:db8:1:2::/64'],
    ['a proxy that hides the address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['a proxy that sent no address', '10.0.0.1', '198.51.100.4, 999.1.1.1:80', 1, '10.0.0.1'],
    ['no socket', undefined, null, 0, 'unknown'],
    ['IPv4 in IPv6', '::ffff:203.0.113.7', null, 0, '203.0.113.7'],
    ['IPv6', '2001:db8:1:2:3:4:5:6', null, 0, '2001:db8:1:2::/64'],
  ])('%s', (_, remoteAddress, forwardedFor, proxies, expected) => {
    expect(from(remoteAddress, forwardedFor, proxies)).toBe(expected)
  })
})

/** Who can open the blog at its address: everybody, the same network, or this computer alone. */
export type Reach = 'everyone' | 'network' | 'computer'

const COMPUTER = /^(?:localhost|.+\.localhost|127\..+|0\.0\.0\.0|\[::1?\])$/
const NETWORK =
  /^(?:10\..+|192\.168\..+|172\.(?:1[6-9]|2\d|3[01])\..+|169\.254\..+|\[f[cde].+\]|[^.:]+|.+\.(?:local|lan|home|internal|home\.arpa))$/

/** @param publicUrl the address that links of the blog begin with */
export const reachOf = (publicUrl: string): Reach => {
  const { hostname } = new URL(publicUrl)
  if (COMPUTER.test(hostname)) return 'computer'
  return NETWORK.test(hostname) ? 'network' : 'everyone'
}

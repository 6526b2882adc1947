import { statSync } from 'node:fs'
import { isIP } from 'node:net'

export function hasProtocol(value: string, protocol: RegExp): boolean {
  return URL.canParse(value) && protocol.test(new URL(value).protocol)
}

export function isHost(value: string): boolean {
  // No URL can have what looks like an IP address and is none, such as 999.1.1.1.
  return isIP(value) !== 0 || (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) && URL.canParse(`http://${value}`))
}

export function isPort(value: string): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535
}

export function isOrigin(value: string): boolean {
  if (!hasProtocol(value, /^https?:$/)) return false
  const { pathname, search, hash } = new URL(value)
  return pathname === '/' && search === '' && hash === ''
}

export function publicUrlMistake(value: string): string {
  return hasProtocol(value, /^https?:$/)
    ? `PUBLIC_URL must end after the host, as in https://blog.example.org: the blog cannot run under a path. It is '${value}'.`
    : `PUBLIC_URL must be an address like https://blog.example.org; it is '${value}'.`
}

export function isDatabaseUrl(value: string): boolean {
  if (/^postgres(ql)?:\/\//.test(value)) return URL.canParse(value)
  return /^sqlite:(?!:memory:)./.test(value)
}

export function storageMistake(value: string): string {
  return value.startsWith('s3://')
    ? 'STORAGE_URL names a bucket that cannot exist: its name must have 3 to 63 characters of a–z, 0–9, dots and hyphens.'
    : 'STORAGE_URL must be s3://bucket, or be left out for a folder in DATA_DIR.'
}

/** https, or http on this machine. */
export function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Short names, such as HOST, are near to those of other programs. */
const SLIP_LENGTH_MIN = 7

/** Whether a name was meant as a known one: it has one letter more, less, another, or two that changed places. */
export function isSlipOf(name: string, known: string): boolean {
  if (known.length < SLIP_LENGTH_MIN || name === known || Math.abs(name.length - known.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === known[start]) start += 1
  const [rest, wanted] = [name.slice(start), known.slice(start)]
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  return isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1)
}

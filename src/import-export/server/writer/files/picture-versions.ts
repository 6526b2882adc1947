/** Addresses of one picture of the old blog, in all sizes that its software made of the upload. */
export interface PictureVersions {
  /** The same for all versions. */
  readonly key: string
  /** From the largest version to the requested one. */
  readonly addresses: readonly string[]
  /** Versions that exist if any does. Larger ones are not tried, since Kindred scales pictures to the width of a screen. */
  readonly toFetch: readonly string[]
}

type IsListed = (address: string) => boolean

/**
 * WordPress makes `photo-300x200.jpg` and, of very large ones, `photo-scaled.jpg` from `photo.jpg`; Ghost makes
 * `size/w600/photo.jpg`, and `photo.jpg` from `photo_o.jpg`.
 * @param isListed whether the address is that of an upload in the source
 */
export function versionsOf(address: string, isListed: IsListed): PictureVersions {
  const whole = withoutSizes(unwrapped(address))
  if (/\/content\/images\//.test(whole)) return ghostVersions(whole, address)
  const key = originalOf(whole, isListed)
  const scaled = key.replace(ENDING, '-scaled$1')
  const isResized = RESIZED.test(whole)
  const original = isResized && key === whole ? [whole.replace(RESIZED, '$1'), whole.replace(RESIZED, '-scaled$1')] : [key, scaled]
  return {
    key,
    addresses: unique([...(key === whole && !isResized ? [] : original), whole, address]),
    toFetch: unique([...[key, scaled].filter(isListed), whole, address]),
  }
}

const ENDING = /(\.\w{3,5})$/
const RESIZED = /-\d{1,5}x\d{1,5}(\.\w{3,5})$/
const SCALED = /-scaled(\.\w{3,5})$/
const unique = (addresses: readonly string[]) => [...new Set(addresses)]

/** Address of the upload. A suffix such as `-300x200` is removed only if the source lists the name without it. */
function originalOf(whole: string, isListed: IsListed): string {
  const base = whole.replace(RESIZED, '$1').replace(SCALED, '$1')
  if (base === whole || (isListed(whole) && !SCALED.test(whole))) return whole
  const scaled = base.replace(ENDING, '-scaled$1')
  if (RESIZED.test(whole) && !isListed(base) && !isListed(scaled)) return whole
  return SCALED.test(whole) && isListed(base) && isListed(whole) ? whole : base
}

function ghostVersions(whole: string, address: string): PictureVersions {
  const key = whole.replace(/\/content\/images\/size\/[^/]+\/(?:format\/[^/]+\/)?/, '/content/images/').replace(/_o(\.\w{3,5})$/, '$1')
  return { key, addresses: unique([key.replace(ENDING, '_o$1'), key, whole, address]), toFetch: unique([key, whole, address]) }
}

/** Proxy that resizes pictures of WordPress blogs: `i0.wp.com/<site>/<path>`. */
const RESIZER = /^https?:\/\/i\d\.wp\.com\//i
/** Query parameters for size and compression. */
const SIZES = new Set(['w', 'h', 'resize', 'fit', 'crop', 'ssl', 'quality', 'strip', 'zoom', 'width', 'height', 'lb', 'ulb', 'size'])

function unwrapped(address: string): string {
  const inside = address.replace(RESIZER, '')
  if (inside === address || !URL.canParse(`https://${inside}`)) return address
  return `${/[?&]ssl=1\b/.test(address) ? 'https' : 'http'}://${inside}`
}

function withoutSizes(address: string): string {
  const at = address.search(/[?#]/)
  if (at === -1) return address
  const names = [...new URLSearchParams(address.slice(at + 1).replace(/#.*$/, '')).keys()]
  return address.charAt(at) === '#' || names.every((name) => SIZES.has(name)) ? address.slice(0, at) : address
}

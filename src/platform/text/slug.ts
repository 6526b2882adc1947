import anyAscii from 'any-ascii'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'

/** Converts letters and digits of any script to a–z, 0–9 and single hyphens (docs/product.md, 12). Never empty. */
export function slugOf(title: string): string {
  const slug = anyAscii(title.normalize('NFC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? 'post' : slug
}

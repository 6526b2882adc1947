import anyAscii from 'any-ascii'
import { SLUG_MAX_LENGTH } from '#platform/contract/limits.ts'

/** Left out beside words: they would become their names, such as house-with-garden. */
const EMOJI = /\p{RGI_Emoji}/gv

/** Converts letters and digits of any script to a–z, 0–9 and single hyphens. Never empty. */
export function slugOf(title: string): string {
  const composed = title.normalize('NFC')
  const words = composed.replace(EMOJI, ' ')
  const slug = anyAscii(words.trim() === '' ? composed : words)
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? 'post' : slug
}

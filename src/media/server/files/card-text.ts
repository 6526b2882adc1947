import type { Coverage } from './font-coverage.ts'

/** Invisible characters, some of which change the direction of the text. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/gu
/** Emoji, which the fonts lack. The digit of a keycap emoji remains. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20E3\uFE00-\uFE0F\u{E0020}-\u{E007F}]\u200D?/gu
/** They join letters in some scripts, and have no glyph. */
const JOINERS: ReadonlySet<string> = new Set(['\u200C', '\u200D'])

/**
 * Returns a text as the fonts can draw it, without emoji and invisible characters.
 * @returns null where nothing is left, or where a character would be an empty box
 */
export function drawableText(text: string, isCovered: Coverage): string | null {
  const flat = text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(EMOJI, (character) => (isCovered(character.codePointAt(0) ?? 0) ? character : ' '))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(flat)) return null
  return Array.from(flat).every((character) => JOINERS.has(character) || isCovered(character.codePointAt(0) ?? 0)) ? flat : null
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Decides by the first letter, as browsers do for `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? []
  return RIGHT_TO_LEFT.test(letter)
}

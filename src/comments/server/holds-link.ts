import { find } from 'linkifyjs'

/** Invisible characters, which can hide a link from a pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const ANY_SCHEME = /\b[a-z][a-z0-9+.-]*:\/\/\S/i
/** A missing space between two sentences ('at home.It was late'), without other parts of an address. */
const SENTENCE_END = /^[^/:@]+\.[A-Z][a-z]+$/

/** Returns whether a text contains a URL or email address, also in disguise: `evil.de`, `https:\\host`. */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll('\\', '/').replaceAll('。', '.')
  return ANY_SCHEME.test(plain) || find(plain).some(({ value }) => !SENTENCE_END.test(value) || /^www\./i.test(value))
}

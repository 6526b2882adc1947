import { find } from 'linkifyjs'

/** Characters that show nothing and hide a link from a plain comparison. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const ANY_SCHEME = /\b[a-z][a-z0-9+.-]*:\/\/\S/i
/** 'at home.It was late': a sentence without its space, unless more of an address stands around it. */
const SENTENCE_END = /^[^/:@]+\.[A-Z][a-z]+$/

/** Whether a text holds an address that a reader could open or write to, also in disguise: `evil.de`, `https:\\host`. */
export function holdsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll('\\', '/').replaceAll('。', '.')
  return ANY_SCHEME.test(plain) || find(plain).some(({ value }) => !SENTENCE_END.test(value) || /^www\./i.test(value))
}

/**
 * Letters that look like Latin ones, by the Latin letter: those of Cyrillic, Greek, Armenian and Cherokee with which names are
 * imitated (a part of Unicode's confusables, UTS 39), in lower case, and what looks like i or o.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅв',
  c: 'сϲᴄ',
  d: 'ԁժ',
  e: 'еҽεєɛ',
  f: 'ƒϝ',
  g: 'ɡԍց',
  h: 'һհн',
  i: 'іιɩӏıl1|',
  j: 'јϳ',
  k: 'кκқ',
  m: 'мϻ',
  n: 'ηոп',
  o: 'оοσօ0',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гɾᴦ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսᴜц',
  v: 'νѵ',
  w: 'ԝѡω',
  x: 'хχҳ',
  y: 'уүγყ',
  z: 'ᴢʐ',
}
const LATIN = new Map(Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)))

/**
 * Returns the form in which two names that look alike are equal: without case, blanks, accents, punctuation and hidden characters,
 * with look-alike letters as Latin ones. Empty for a name without letters and digits.
 */
export const foldName = (name: string): string =>
  Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

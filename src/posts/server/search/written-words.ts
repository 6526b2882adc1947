/** Finds the words of a text as they are written, and folds what people type differently (decision 2). */

/** A word in a text, from `start` to `end`. */
export interface WrittenWord {
  readonly start: number
  readonly end: number
  /** Such as `Café’s`, `follow-up`, `病院` or `10 mg`. */
  readonly written: string
}

/** Letters and digits, also with apostrophes, hyphens or decimal separators between them. `5-10` are two numbers. */
const RUN =
  /[\p{L}\p{N}\u3371-\u33DF][\p{L}\p{N}\p{M}\p{Cf}\u3371-\u33DF]*(?:(?:['’‘´`׳״]|[-‐‑](?!(?<=\p{Nd}.)\p{Nd})|[.,٫](?<=\p{Nd}.)(?=\p{Nd})|"(?<=\p{sc=Hebr}.)(?=\p{sc=Hebr}))[\p{L}\p{N}\u3371-\u33DF][\p{L}\p{N}\p{M}\p{Cf}\u3371-\u33DF]*)*/gu
/** Scripts that write no blanks between words. */
const NO_BLANKS = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' })

const NUMBER = /^\p{Nd}+(?:[.,٫]\p{Nd}+)?$/u
const GAP = /^[\s°]{1,2}$/
const UNITS = new Set(
  'mg g kg mcg µg μg ug ng ml l dl cl mm cm m km mmol iu ie ui kcal cal kj bpm mmhg h min s c f oz lb lbs мг г кг мкг мл л мм см м км'.split(
    ' ',
  ),
)

/** Also 'mg-Tablette'. */
const isUnit = (written: string) => UNITS.has(written.toLowerCase().split('-', 1).join())

/**
 * Yields the words of a text in order.
 * @param isWanted whether to split a run of a script without blanks, which takes long
 */
export function* wordsIn(text: string, isWanted: (run: string) => boolean = () => true): Generator<WrittenWord> {
  let number: WrittenWord | undefined
  for (const word of runsIn(text, isWanted)) {
    const { end, written } = word
    if (number && isUnit(written) && GAP.test(text.slice(number.end, word.start))) {
      yield { start: number.start, end, written: text.slice(number.start, end) }
      number = undefined
      continue
    }
    if (number) yield number
    number = NUMBER.test(written) ? word : undefined
    if (!number) yield word
  }
  if (number) yield number
}

function* runsIn(text: string, isWanted: (run: string) => boolean): Generator<WrittenWord> {
  for (const { 0: run, index: start } of text.matchAll(RUN)) {
    if (!NO_BLANKS.test(run)) yield { start, end: start + run.length, written: run }
    else if (isWanted(run)) {
      for (const { segment, index, isWordLike } of SEGMENTER.segment(run)) {
        if (isWordLike === true) yield { start: start + index, end: start + index + segment.length, written: segment }
      }
    }
  }
}

const pairsOf = (pairs: string) => pairs.split(' ').map((pair) => pair.split(':') as [string, string])

const PLAIN = /^[A-Za-z\d]*$/
/** Accents, vowel marks of Arabic and Hebrew, and what is invisible. */
const LEFT_OUT = /[\p{Cf}\p{Me}\p{Variation_Selector}\u0640[\p{M}&&[\p{scx=Arab}\p{scx=Hebr}]]׳״"]|[\u0300-\u036F]/gv
/** Letters that have no decomposition in Unicode, but other spellings. */
const LETTERS = new Map([
  ...pairsOf('ß:ss æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ħ:h ŧ:t ı:i ς:σ ґ:г ٱ:ا ة:ه ى:ي ی:ي ک:ك'),
  ...pairsOf("’:' ‘:' `:' ʼ:'"),
])
const OTHER_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu')
const OTHER_DIGITS = /[^\P{Nd}\d]/gu
const ZEROS = Array.from('٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐', (zero) => zero.codePointAt(0) ?? 0)

/** Returns the digit of another script in ASCII. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Returns a text in lower case, without accents and invisible characters, with one spelling of each letter and digit. */
export function fold(written: string): string {
  if (PLAIN.test(written)) return written.toLowerCase()
  // The acute accent alone has a decomposition, with a blank.
  return written
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => LETTERS.get(letter) ?? letter)
    .replace(OTHER_DIGITS, toDigit)
    .normalize('NFC')
}

import type { Block } from './blocks.ts'

/** One line of two texts side by side; null where only one has something. */
export interface ComparedRow {
  readonly theirs: Block | null
  readonly mine: Block | null
  readonly isSame: boolean
}

/** More than this, both middles multiplied, is not worth the reader's time: then all of it counts as different. */
const CELLS_MAX = 4_000_000

type IsAlike = (a: Block, b: Block) => boolean
/** What becomes of the blocks between two that are alike. */
type FillGap = (theirs: readonly Block[], mine: readonly Block[]) => ComparedRow[]

/** Lengths of the longest common subsequences of what follows i and j. */
const commonLengths = (a: readonly Block[], b: readonly Block[], isAlike: IsAlike): Uint16Array[] => {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const [row, below] = [rows[i] as Uint16Array, rows[i + 1] as Uint16Array]
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const alike = isAlike(a[i] as Block, b[j] as Block)
      row[j] = alike ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}

/** Lays what is alike side by side, in the order of both. */
const align = (
  theirs: readonly Block[],
  mine: readonly Block[],
  rules: { isAlike: IsAlike; isSame: boolean; fill: FillGap },
): ComparedRow[] => {
  const { isAlike, isSame, fill } = rules
  if (theirs.length * mine.length > CELLS_MAX) return fill(theirs, mine)
  const lengths = commonLengths(theirs, mine, isAlike)
  const rows: ComparedRow[] = []
  let [i, j, fromI, fromJ] = [0, 0, 0, 0]
  while (i < theirs.length && j < mine.length) {
    const [a, b] = [theirs[i] as Block, mine[j] as Block]
    if (isAlike(a, b)) {
      rows.push(...fill(theirs.slice(fromI, i), mine.slice(fromJ, j)), { theirs: a, mine: b, isSame })
      ;[i, j] = [i + 1, j + 1]
      ;[fromI, fromJ] = [i, j]
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) i += 1
    else j += 1
  }
  return [...rows, ...fill(theirs.slice(fromI), mine.slice(fromJ))]
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Half of the words of the shorter one are in the other. */
const isSimilar: IsAlike = (a, b) => {
  const [one, other] = [wordsOf(a.text), wordsOf(b.text)]
  const shared = [...one].filter((word) => other.has(word)).length
  return a.kind === b.kind && shared > 0 && shared * 2 >= Math.min(one.size, other.size)
}

/** Nothing alike: side by side in their order. */
const pair: FillGap = (theirs, mine) =>
  Array.from({ length: Math.max(theirs.length, mine.length) }, (_, index) => ({
    theirs: theirs[index] ?? null,
    mine: mine[index] ?? null,
    isSame: false,
  }))

/** More pairs than this are not compared word by word. */
const SIMILAR_MAX = 2500

const pairSimilar: FillGap = (theirs, mine) =>
  theirs.length * mine.length > SIMILAR_MAX ? pair(theirs, mine) : align(theirs, mine, { isAlike: isSimilar, isSame: false, fill: pair })

const compareMiddle: FillGap = (theirs, mine) =>
  align(theirs, mine, { isAlike: (a, b) => a.mark === b.mark, isSame: true, fill: pairSimilar })

/** Two bodies line by line: what both have stands in one row. */
export const compareBlocks = (theirs: readonly Block[], mine: readonly Block[]): ComparedRow[] => {
  const shorter = Math.min(theirs.length, mine.length)
  let head = 0
  while (head < shorter && theirs[head]?.mark === mine[head]?.mark) head += 1
  let tail = 0
  while (tail < shorter - head && theirs.at(-1 - tail)?.mark === mine.at(-1 - tail)?.mark) tail += 1
  const same = (part: readonly Block[]) => part.map((block) => ({ theirs: block, mine: block, isSame: true }))
  return [
    ...same(mine.slice(0, head)),
    ...compareMiddle(theirs.slice(head, theirs.length - tail), mine.slice(head, mine.length - tail)),
    ...same(tail === 0 ? [] : mine.slice(-tail)),
  ]
}

export interface MarkedText {
  readonly before: string
  readonly changed: string
  readonly after: string
}

const words = (text: string) => text.split(/(?<=\s)/u)

/** The words of a text that the other one does not have in their place: from the first that differs to the last. */
export const markChange = (text: string, other: string): MarkedText => {
  const [own, theirs] = [words(text), words(other)]
  const shorter = Math.min(own.length, theirs.length)
  let head = 0
  while (head < shorter && own[head] === theirs[head]) head += 1
  let tail = 0
  while (tail < shorter - head && own.at(-1 - tail)?.trim() === theirs.at(-1 - tail)?.trim()) tail += 1
  const end = own.length - tail
  return { before: own.slice(0, head).join(''), changed: own.slice(head, end).join(''), after: own.slice(end).join('') }
}

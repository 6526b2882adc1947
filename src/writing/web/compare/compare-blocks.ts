import { diffArrays } from 'diff'
import type { Block } from './blocks.ts'

/** One row of two texts side by side; null if only the other text has a block. */
export interface ComparedRow {
  readonly other: Block | null
  readonly mine: Block | null
  readonly isSame: boolean
}

/** Texts with more differences are not worth the reader's time: then all of it counts as different. */
const DIFFERENCES_MAX = 1500

type IsAlike = (a: Block, b: Block) => boolean
/** Pairs the blocks between two matching ones. */
type FillGap = (other: readonly Block[], mine: readonly Block[]) => ComparedRow[]

/** Aligns matching blocks side by side, in the order of both texts. */
const align = (other: readonly Block[], mine: readonly Block[], rules: { comparator: IsAlike; isSame: boolean; fill: FillGap }) => {
  const { comparator, isSame, fill } = rules
  const parts = diffArrays([...other], [...mine], { comparator, maxEditLength: DIFFERENCES_MAX }) ?? []
  if (parts.length === 0) return fill(other, mine)
  const rows: ComparedRow[] = []
  let [i, j, fromI, fromJ] = [0, 0, 0, 0]
  for (const { count, removed, added } of parts) {
    if (!added) i += count
    if (!removed) j += count
    if (added || removed) continue
    rows.push(...fill(other.slice(fromI, i - count), mine.slice(fromJ, j - count)))
    for (let back = count; back > 0; back -= 1) rows.push({ other: other[i - back] ?? null, mine: mine[j - back] ?? null, isSame })
    ;[fromI, fromJ] = [i, j]
  }
  return [...rows, ...fill(other.slice(fromI), mine.slice(fromJ))]
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Whether half of the words of the shorter block are in the other one. */
const isSimilar: IsAlike = (a, b) => {
  const [one, other] = [wordsOf(a.text), wordsOf(b.text)]
  const shared = [...one].filter((word) => other.has(word)).length
  return a.kind === b.kind && shared > 0 && shared * 2 >= Math.min(one.size, other.size)
}

/** Pairs blocks by position. */
const pair: FillGap = (other, mine) =>
  Array.from({ length: Math.max(other.length, mine.length) }, (_, index) => ({
    other: other[index] ?? null,
    mine: mine[index] ?? null,
    isSame: false,
  }))

/** More pairs are not compared by their words. */
const SIMILAR_MAX = 2500

const pairSimilar: FillGap = (other, mine) =>
  other.length * mine.length > SIMILAR_MAX ? pair(other, mine) : align(other, mine, { comparator: isSimilar, isSame: false, fill: pair })

/** Compares two bodies: a block that both contain has one row. */
export const compareBlocks: FillGap = (other, mine) =>
  align(other, mine, { comparator: (a, b) => a.signature === b.signature, isSame: true, fill: pairSimilar })

const words = (text: string) => text.split(/(?<=\s)/u)

/** Splits a text into words, and marks those that the other text does not have in the same place. */
export const markChanges = (text: string, other: string): { readonly words: string; readonly isChanged: boolean }[] => {
  const isSame = (a: string, b: string) => a.trim() === b.trim()
  const parts = diffArrays(words(other), words(text), { comparator: isSame, maxEditLength: DIFFERENCES_MAX })
  if (parts === undefined) return [{ words: text, isChanged: true }]
  return parts.filter(({ removed }) => !removed).map(({ value, added }) => ({ words: value.join(''), isChanged: added }))
}

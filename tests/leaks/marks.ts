import type { Audience } from '#contract/audiences.ts'

/** What a lesser person must not see a trace of, from the widest audience on; `unpublished` is for admins, too. */
export const LEVELS = ['readers', 'family', 'admins', 'unpublished'] as const
export type Level = (typeof LEVELS)[number]

/** Invented words: no text of the blog's own has them, and no word of one level begins like one of another. */
const ROOTS: Readonly<Record<Level, string>> = { readers: 'brumel', family: 'tharvin', admins: 'ocquist', unpublished: 'pendril' }

/** The marked word of one place of a level: `tharvintitle`. */
export const mark = (level: Level, place: string): string => ROOTS[level] + place

/** Beginnings of the ids that things of a level have, and of their pictures' folders. */
export const ID_GROUPS: Readonly<Record<Level | 'base', string>> = {
  base: 'ba5e0000',
  readers: '5ead1234',
  family: 'fa311234',
  admins: 'ad315678',
  unpublished: 'dead5678',
}

/** Levels that this audience must not learn of. */
export const levelsHiddenFrom = (audience: Audience): readonly Level[] =>
  LEVELS.slice(audience === 'public' ? 0 : LEVELS.indexOf(audience as Level) + 1)

/** The marks of these levels in a text: marked words, ids and folders. */
export function findMarks(text: string, levels: readonly Level[]): string[] {
  const patterns = levels.flatMap((level) => [`${ROOTS[level]}\\w*`, `${ID_GROUPS[level]}[\\w-]*`])
  return patterns.length === 0 ? [] : [...new Set(text.match(new RegExp(patterns.join('|'), 'gi')) ?? [])]
}

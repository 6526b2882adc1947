import type { Audience } from '#platform/contract/audiences.ts'

/** Levels of restricted content, from the widest audience to the narrowest. Admins may see `unpublished`, too. */
export const LEVELS = ['family', 'admins', 'unpublished'] as const
export type Level = (typeof LEVELS)[number]

/** Invented words that occur nowhere else. No two levels have words with the same prefix. */
const ROOTS: Readonly<Record<Level, string>> = { family: 'tharvin', admins: 'ocquist', unpublished: 'pendril' }

/** Marked word for one place of a level: `tharvintitle`. */
export const mark = (level: Level, place: string): string => ROOTS[level] + place

/** Prefixes of the ids and picture folders of a level. */
export const ID_GROUPS: Readonly<Record<Level | 'base', string>> = {
  base: 'ba5e0000',
  family: 'fa311234',
  admins: 'ad315678',
  unpublished: 'dead5678',
}

/** Levels that must be invisible to this audience. */
export const levelsHiddenFrom = (audience: Audience): readonly Level[] =>
  LEVELS.slice(audience === 'public' ? 0 : LEVELS.indexOf(audience as Level) + 1)

/** Finds the marks of these levels in a text: marked words, ids and folders. */
export function findMarks(text: string, levels: readonly Level[]): string[] {
  const patterns = levels.flatMap((level) => [`${ROOTS[level]}\\w*`, `${ID_GROUPS[level]}[\\w-]*`])
  return patterns.length === 0 ? [] : [...new Set(text.match(new RegExp(patterns.join('|'), 'gi')) ?? [])]
}

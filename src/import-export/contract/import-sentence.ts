import { plural } from '#platform/contract/plural.ts'
import type { ImportCounts, ImportReportData, NoteKind } from './import-report.ts'

/** Kinds of things that are not imported at all. */
const LOST_KINDS: readonly NoteKind[] = ['failed', 'leftThere', 'notInFile', 'excerpt', 'comment', 'people']

const NAMES: readonly (readonly [keyof ImportCounts, string, string])[] = [
  ['posts', 'post', 'posts'],
  ['drafts', 'draft', 'drafts'],
  ['pages', 'page', 'pages'],
  ['comments', 'comment', 'comments'],
  ['pictures', 'picture', 'pictures'],
  ['files', 'file', 'files'],
  ['followers', 'follower', 'followers'],
  ['settings', 'setting', 'settings'],
]

/** '143 posts, 12 pages and 890 comments come; 3 things cannot.' */
export function sentenceOf({ counts, notes }: Pick<ImportReportData, 'counts' | 'notes'>, isDone: boolean): string {
  const found = NAMES.filter(([name]) => counts[name] > 0).map(([name, one, several]) => plural(counts[name], `1 ${one}`, several))
  const isOne = found.length <= 1 && NAMES.reduce((sum, [name]) => sum + counts[name], 0) <= 1
  const verb = isDone ? 'came' : isOne ? 'comes' : 'come'
  const lost = notes.filter(({ kind }) => LOST_KINDS.includes(kind)).reduce((sum, { count }) => sum + count, 0)
  const rest = lost === 0 ? '' : `; ${plural(lost, '1 thing', 'things')} ${isDone ? 'did not' : 'cannot'}`
  return `${found.length === 0 ? 'Nothing' : new Intl.ListFormat('en').format(found)} ${verb}${rest}.`
}

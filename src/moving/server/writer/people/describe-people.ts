import type { ImportResult } from '#moving/server/writer/import-blog.ts'

const NOT_ASKED =
  'What stays behind can come, too: --with drafts, pages, private (what not everyone could read), people and tags, for instance --with drafts,pages.'

/** Lines for the operator about the invitations, and about items that were not imported. */
export function describePeople({ report, invitations }: Pick<ImportResult, 'report' | 'invitations'>): string[] {
  const { file, mailed } = invitations ?? { file: null, mailed: 0 }
  const isLeft = report.count('notPublished') + report.count('pages') > 0
  return [
    ...(isLeft ? [NOT_ASKED] : []),
    ...(file === null
      ? []
      : [`The links of those who are invited are in ${file}. Send each to its person, and then delete the file: who has a link can join.`]),
    ...(mailed === 0 ? [] : [`${mailed} invitations are mailed as soon as the blog runs, one after the other.`]),
  ]
}

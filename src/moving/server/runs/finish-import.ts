import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportResult } from '#moving/server/writer/import-blog.ts'
import { toMissingList } from './imports.routes.ts'
import type { CommandContext } from '#platform/cli/command.ts'

const REPORT_LINES = 12
/** Exit codes of an import beside 0 and 1 (docs/operating.md, Import and export). */
const SOMETHING_MISSING = 3
const STOPPED = 130

/** Prints what an import did, stores its report, and sets the exit code. */
export async function finishImport({ config, out, fail }: CommandContext, result: ImportResult, isDryRun: boolean): Promise<void> {
  const { title, report, wasStopped } = result
  out(`${title}: ${report.summary(isDryRun)}`)
  const text = report.toText(REPORT_LINES)
  if (text !== '') out(`\n${text}\n`)
  const kept = isDryRun ? null : await writeReport(config.dataDir, result)
  if (kept) out(`The whole report is in ${kept.report}`)
  if (report.missingCount > 0) out(describeMissing(report.missingCount, kept?.missing ?? null))
  for (const line of describePeople(result)) out(line)
  if (wasStopped) out('Stopped before the end. Run the same command again to go on from here.')
  if (wasStopped) fail(STOPPED)
  else if (report.missingCount > 0) fail(SOMETHING_MISSING)
}

function describeMissing(count: number, list: string | null): string {
  const things = count === 1 ? '1 thing' : `${count} things`
  if (list === null) return `${things} would be missing; the lines above say what, and why.`
  return `${things} could not be fetched; ${count === 1 ? 'it is' : 'they are'} listed in ${list}. Run the same command again to try again: what came stays, and what you changed since is left alone.`
}

/** Writes the report, readable for this user only: it names posts that are not public. */
async function writeReport(dataDir: string, { title, report }: ImportResult): Promise<{ report: string; missing: string | null }> {
  const folder = join(dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stem = join(folder, new Date().toISOString().replace(/[:.]/g, '-'))
  const write = async (path: string, text: string) => {
    await writeFile(path, text, { mode: 0o600 })
    return path
  }
  return {
    report: await write(`${stem}.txt`, `${title}\n${report.summary(false)}\n\n${report.toText()}\n`),
    missing: report.missingCount === 0 ? null : await write(`${stem}-missing.csv`, toMissingList(report.missing)),
  }
}

const NOT_ASKED =
  'What stays behind can come, too: --with drafts, pages, private (what not everyone could read), people and tags, for instance --with drafts,pages.'

/** Lines for the operator about the invitations, and about items that were not imported. */
function describePeople({ report, invitations }: Pick<ImportResult, 'report' | 'invitations'>): string[] {
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

import { getSettings } from '#site/server/index.ts'
import type { ImportOptions, ImportParts, Run } from '#moving/server/writer/import-run.ts'
import { isForeign } from '#moving/server/readers/open-source.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { openFileFolder } from './local-pictures.ts'
import { FileImporter } from './import-files.ts'

const MEGABYTE = 1024 * 1024

/** Creates the importer of documents, audio and video. */
export async function openFiles(
  parts: ImportParts,
  { pictures, path, downloadFile, isDryRun }: ImportOptions,
  { source, importedItems, report }: Pick<Run, 'source' | 'importedItems' | 'report'>,
): Promise<FileImporter> {
  const folder = source.format === 'markdown' ? path : pictures
  const { importFileMaxMegabytes } = await getSettings(parts.db)
  return new FileImporter({
    importer: parts,
    importedItems,
    site: source.site,
    findLocal: folder === null ? null : await openFileFolder(folder),
    downloadFile: downloadFile && withCircuitBreaker(downloadFile),
    // The size limit does not apply to files of a Kindred export.
    maxBytes: isForeign(source) ? importFileMaxMegabytes * MEGABYTE : Infinity,
    isDryRun,
    onNew: () => void (report.counts.files += 1),
    onToFetch: (site) => report.add('toFetch', site),
  })
}

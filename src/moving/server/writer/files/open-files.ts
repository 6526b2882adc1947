import { IMPORT_FILE_MAX_BYTES } from '#platform/contract/limits.ts'
import type { ImportOptions, ImportParts, Run } from '#moving/server/writer/import-run.ts'
import { isForeign } from '#moving/server/readers/open-source.ts'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { openFileFolder } from './local-pictures.ts'
import { FileImporter } from './import-files.ts'

/** Creates the importer of documents, audio and video. */
export async function openFiles(
  parts: ImportParts,
  { pictures, path, downloadFile, isDryRun }: ImportOptions,
  { source, importedItems, report }: Pick<Run, 'source' | 'importedItems' | 'report'>,
): Promise<FileImporter> {
  const folder = source.format === 'markdown' ? path : pictures
  return new FileImporter({
    importer: parts,
    importedItems,
    site: source.site,
    findLocal: folder === null ? null : await openFileFolder(folder),
    downloadFile: downloadFile && withCircuitBreaker(downloadFile),
    // The size limit does not apply to files of a Kindred export.
    maxBytes: isForeign(source) ? IMPORT_FILE_MAX_BYTES : Infinity,
    isDryRun,
    onNew: () => void (report.counts.files += 1),
    onToFetch: (site) => report.add('toFetch', site),
  })
}

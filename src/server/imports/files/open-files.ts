import { getSettings } from '#server/features/get-settings.ts'
import type { ImportOptions, ImportParts, Run } from '#server/imports/import-run.ts'
import { isForeign } from '#server/imports/open-source.ts'
import { withPatience } from '#server/imports/pictures/host-patience.ts'
import { openFileFolder } from '#server/imports/pictures/local-pictures.ts'
import { FileImporter } from './import-files.ts'

const MEGABYTE = 1024 * 1024

/** How an import gets documents, sound and film. */
export async function openFiles(
  parts: ImportParts,
  { pictures, path, downloadFile, isDryRun }: ImportOptions,
  { source, memory, report }: Pick<Run, 'source' | 'memory' | 'report'>,
): Promise<FileImporter> {
  const folder = source.format === 'markdown' ? path : pictures
  const { importFileMaxMegabytes } = await getSettings(parts.db)
  return new FileImporter({
    importer: parts,
    memory,
    site: source.site,
    findLocal: folder === null ? null : await openFileFolder(folder),
    downloadFile: downloadFile && withPatience(downloadFile),
    // What one has exported comes back, whatever was chosen since.
    maxBytes: isForeign(source) ? importFileMaxMegabytes * MEGABYTE : Infinity,
    isDryRun,
    onNew: () => void (report.counts.files += 1),
    onToFetch: (site) => report.add('toFetch', site),
  })
}

import { slugOf } from '#posts/server/index.ts'
import { IMPORT_EXPORT_RATE_LIMITS } from '#import-export/contract/import-export-limits.ts'
import { ReadableStream } from 'node:stream/web'
import type { exportEndpoints } from '#import-export/contract/export.endpoints.ts'
import { writeZip } from '#import-export/server/formats/write-zip.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Logger } from '#platform/process/logger.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { getBlogWords } from '#site/server/index.ts'
import { exportBlog, type ExportParts, nothingExported } from './export-blog.ts'

export function exportRoutes(parts: ExportParts & { readonly logger: Logger }): Handlers<typeof exportEndpoints> {
  const { db, logger, now, siteConfig } = parts
  const nameOfFile = async () => {
    const { name, timeZone } = await getBlogWords(db, siteConfig)
    return `${slugOf(name)}-${isoDayIn(now(), timeZone)}.zip`
  }
  return {
    async getExport() {
      return { name: await nameOfFile() }
    },

    async downloadExport({ viewer }) {
      await takeFromLimit(db, IMPORT_EXPORT_RATE_LIMITS.backupDownloadsPerUser, { key: viewer.id, now: now() })
      logger.info({ userId: viewer.id }, 'blog exported')
      // Read no further than the client, who may leave at any time.
      const open = () => ReadableStream.from(writeZip(exportBlog(parts, nothingExported()))) as globalThis.ReadableStream
      return { name: await nameOfFile(), type: 'application/zip', open }
    },
  }
}

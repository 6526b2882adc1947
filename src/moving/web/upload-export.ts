import { sendFile } from '#media/web/upload/send-file.ts'
import type { UploadPicture } from '#media/web/upload/upload-picture.ts'

/** Uploads the export of another blog. Identified by name, size and time, as hundreds of megabytes take long to hash. */
export const uploadExport: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'import', name: file.name, fingerprint: `kindred-import-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )

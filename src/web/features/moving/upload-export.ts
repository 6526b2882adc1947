import { sendFile } from '#web/features/image-upload/send-file.ts'
import type { UploadPicture } from '#web/features/upload-picture.ts'

/** Sends the export of another blog. Hundreds of megabytes are not hashed: name, size and time tell the file. */
export const uploadExport: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'import', name: file.name, fingerprint: `kindred-import-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )

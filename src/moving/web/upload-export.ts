import { sendFile, type UploadPicture } from '#media/web/index.ts'

/** Uploads the export of another blog. Identified by name, size and time, as hundreds of megabytes take long to hash. */
export const uploadExport: UploadPicture = (file, listener) =>
  sendFile(
    file,
    { kind: 'import', name: file.name, fingerprint: `kindred-import-${file.name}-${file.size}-${file.lastModified}` },
    listener,
  )

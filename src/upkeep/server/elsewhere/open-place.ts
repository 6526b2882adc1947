import type { PlaceSettings } from '#platform/process/place-settings.ts'
import type { BackupPlace } from './backup-place.ts'

/** Loads what it needs only when it is used. */
export async function openPlace(settings: PlaceSettings): Promise<BackupPlace> {
  if (settings.type === 's3') return (await import('./s3-place.ts')).openS3Place(settings)
  return (await import('./sftp-place.ts')).openSftpPlace(settings)
}

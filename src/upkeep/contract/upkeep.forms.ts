import { form, required, text } from '#platform/contract/form.ts'
import { removeBackupPlace, saveBackupPlace } from './backup-place.endpoints.ts'

export const backupPlaceForm = form('backup-place', {
  pages: ['dashboard'],
  endpoint: saveBackupPlace,
  fields: { url: required, endpoint: text, region: text, accessKeyId: text, secret: text },
  secret: ['secret'],
  done: 'Saved. We tried it: files can be written, read and deleted there.',
})

export const removeBackupPlaceForm = form('remove-backup-place', {
  pages: ['dashboard'],
  endpoint: removeBackupPlace,
  done: 'Backups are not copied any more. The copies in the place stay.',
})

export const upkeepForms = [backupPlaceForm, removeBackupPlaceForm]

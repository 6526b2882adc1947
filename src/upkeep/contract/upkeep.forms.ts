import { form, number, required, text } from '#platform/contract/form.ts'
import { createBackupKey, removeBackupPlace, saveBackupPlace } from './backup-place.endpoints.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'

export const filesForm = form('files', {
  pages: ['dashboard'],
  endpoint: updateSettings,
  fields: { importFileMaxMegabytes: number, mediaMaxMegabytes: number },
  done: 'Saved. Readers see it from now on.',
})

export const backupPlaceForm = form('backup-place', {
  pages: ['dashboard'],
  endpoint: saveBackupPlace,
  fields: { url: required, endpoint: text, region: text, accessKeyId: text, secret: text, hostKey: text },
  secret: ['secret'],
  done: 'Saved. The place was tried: it takes, gives and deletes files.',
})

export const removeBackupPlaceForm = form('remove-backup-place', {
  pages: ['dashboard'],
  endpoint: removeBackupPlace,
  done: 'Backups are not copied any more. The copies in the place stay.',
})

export const backupKeyForm = form('backup-key', {
  pages: ['dashboard'],
  endpoint: createBackupKey,
  done: ({ passphrase }) => `The passphrase of the backups, which is shown only now. Write it down: ${passphrase}`,
})

export const upkeepForms = [filesForm, backupPlaceForm, removeBackupPlaceForm, backupKeyForm]

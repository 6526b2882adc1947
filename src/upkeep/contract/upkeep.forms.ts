import { form, required, text } from '#platform/contract/form.ts'
import { confirmBackupKey, removeBackupPlace, saveBackupPlace } from './backup-place.endpoints.ts'
import { checkBackup, dropRestore, startRestore } from './restore.endpoints.ts'

export const backupPlaceForm = form('backup-place', {
  pages: ['dashboard'],
  endpoint: saveBackupPlace,
  fields: { url: required, endpoint: text, region: text, accessKeyId: text, secret: text, hostKey: text },
  secret: ['secret'],
  done: 'Saved. We tried it: files can be written, read and deleted there.',
})

export const removeBackupPlaceForm = form('remove-backup-place', {
  pages: ['dashboard'],
  endpoint: removeBackupPlace,
  done: 'Backups are not copied any more. The copies in the place stay.',
})

export const backupKeyForm = form('backup-key', {
  pages: ['dashboard'],
  endpoint: confirmBackupKey,
  fields: { keyFile: text, passphrase: required },
  hidden: ['keyFile'],
  secret: ['passphrase'],
  done: 'It is on your paper. Copies are encrypted with it from now on.',
})

const READING = 'The backup is being read. Load this page again in a moment to see what is in it.'

export const restoreHereForm = form('restore-here', {
  pages: ['dashboard'],
  endpoint: checkBackup,
  fields: { id: required },
  toBody: ({ id }) => ({ source: 'here' as const, id }),
  done: READING,
})

export const restoreCopyForm = form('restore-copy', {
  pages: ['dashboard'],
  endpoint: checkBackup,
  fields: { id: text, passphrase: required },
  toBody: ({ id, passphrase }) => ({ source: 'elsewhere' as const, id, passphrase }),
  secret: ['passphrase'],
  done: READING,
})

/** For an encrypted file that was sent. */
export const restoreEncryptedForm = form('restore-encrypted', {
  pages: ['dashboard'],
  endpoint: checkBackup,
  fields: { id: text, name: text, passphrase: required, keyFile: text },
  toBody: (read) => ({ ...read, source: 'upload' as const }),
  instance: ['id', 'name'],
  secret: ['passphrase', 'keyFile'],
  done: READING,
})

export const startRestoreForm = form('start-restore', {
  pages: ['dashboard'],
  endpoint: startRestore,
  done: 'The backup takes the place of the blog. The blog is back in a few minutes.',
})

export const dropRestoreForm = form('drop-restore', {
  pages: ['dashboard'],
  endpoint: dropRestore,
  done: 'Nothing was changed. You can choose another backup.',
})

export const upkeepForms = [
  backupPlaceForm,
  removeBackupPlaceForm,
  backupKeyForm,
  restoreHereForm,
  restoreCopyForm,
  restoreEncryptedForm,
  startRestoreForm,
  dropRestoreForm,
]

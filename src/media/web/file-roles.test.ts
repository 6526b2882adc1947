import { expect, it } from 'vitest'
import { roleOf } from './file-roles.ts'

it.each<readonly [name: string, type: string, role: string | null]>([
  ['IMG_1.HEIC', '', 'picture'],
  ['a.jpg', 'image/jpeg', 'picture'],
  ['steps.MOV', 'video/quicktime', 'video'],
  ['old.avi', '', 'video'],
  ['word.m4a', 'audio/x-m4a', 'audio'],
  ['plan.pdf', 'application/pdf', 'document'],
  ['plan.docx', '', 'document'],
  ...['mts', 'm2ts', 'ts', 'mpeg', '3g2', 'asf', 'flv'].map((ending) => [`a.${ending}`, '', 'video'] as const),
  ...['mka', 'caf', 'aif', 'aiff', 'weba'].map((ending) => [`a.${ending}`, '', 'audio'] as const),
  ['page.html', 'text/html', null],
  ['drawing.svg', 'image/svg+xml', null],
  ['feed.xml', 'text/xml', null],
  ['all.zip', 'application/zip', null],
  ['plan.docm', '', null],
  ['program.exe', 'application/x-msdownload', null],
  ['README', '', null],
])('A file named %s of type "%s" becomes: %s', (name, type, role) => {
  expect(roleOf({ name, type })).toBe(role)
})

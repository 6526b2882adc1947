import { expect, it } from 'vitest'
import { roleOf } from './file-roles.ts'

it.each([
  ['IMG_1.HEIC', '', 'picture'],
  ['a.jpg', 'image/jpeg', 'picture'],
  ['steps.MOV', 'video/quicktime', 'film'],
  ['old.avi', '', 'film'],
  ['word.m4a', 'audio/x-m4a', 'sound'],
  ['plan.pdf', 'application/pdf', 'paper'],
  ['plan.docx', '', 'paper'],
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

import { expect, it } from 'vitest'
import { UploadError } from './upload-rules.ts'
import { MISSING_SCRIPT, reasonOf } from './use-upload.tsx'

it.each([
  'Failed to fetch dynamically imported module: https://blog.example.org/assets/send-in-parts-1.js',
  'error loading dynamically imported module: https://blog.example.org/assets/send-in-parts-1.js',
  'Importing a module script failed.',
])('An upload whose script is gone says to load the page again: %s', (message) => {
  expect(reasonOf(new TypeError(message))).toBe(MISSING_SCRIPT)
})

it('An upload that the server refuses has its message, a lost line none', () => {
  expect(reasonOf(new UploadError('refused', 'This picture is too large.'))).toBe('This picture is too large.')
  expect(reasonOf(new TypeError('Failed to fetch'))).toBeNull()
})

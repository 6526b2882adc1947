import { expect, test } from 'vitest'
import { readUploadAnswer, UploadError } from './upload-image.ts'

test('answers the address of the stored picture', () => {
  expect(readUploadAnswer(201, '{"url":"/files/a.webp"}')).toEqual({ url: '/files/a.webp' })
})

test("tells the server's reason, and a general one where there is none", () => {
  expect(() => readUploadAnswer(413, '{"message":"Too large"}')).toThrow(new UploadError('Too large'))
  for (const [status, body] of [
    [500, '<html>'],
    [201, '{}'],
    [201, 'null'],
    [201, '{"url":""}'],
  ] as const) {
    expect(() => readUploadAnswer(status, body)).toThrow(new UploadError('Image upload failed'))
  }
})

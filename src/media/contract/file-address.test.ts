import { expect, test } from 'vitest'
import { fileKey, mediaFactsOf, readFileAddress, type StoredFileAddress } from './file-address.ts'

const video: StoredFileAddress = {
  folder: 'AbCdEfGhIjKlMn-_',
  name: '1763640000000-first-steps',
  ending: 'mp4',
  facts: { bytes: 12_345, width: 720, height: 1280, seconds: 93.4, playsEverywhere: true },
}
const document: StoredFileAddress = {
  ...video,
  name: `1763640000000-${'a'.repeat(60)}`,
  ending: 'pdf',
  facts: { bytes: 999_999_999_999, pages: 3, remains: ['notes', 'names'], playsEverywhere: false },
}

test('Reading the address of a file returns all its properties', () => {
  for (const each of [video, document, { ...video, facts: null }]) expect(readFileAddress(`/files/${fileKey(each)}`)).toEqual(each)
})

test('The facts of a file are in its address', () => {
  expect(mediaFactsOf(`/files/${fileKey(video)}`)).toEqual({ ...video.facts, kind: 'video', name: 'first-steps.mp4', type: 'video/mp4' })
  expect(mediaFactsOf(`/files/${fileKey({ ...video, facts: null })}`)).toBe(null)
  expect(mediaFactsOf('/files/uploads/1763640000000-x_b1.mp4')).toBe(null)
})

test.each(['_b', '_b1w5', '_b1x2', '_B1', '_b1p', '_b12345678901234'])('A name that ends with %j has no facts', (ending) => {
  expect(readFileAddress(`/files/AbCdEfGhIjKlMn-_/1763640000000-x${ending}.mp4`)?.facts).toBe(null)
})

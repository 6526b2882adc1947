import { expect, it } from 'vitest'
import { EditorUploads } from './editor-uploads.ts'

it('A file of captions that is chosen for the text is refused with the place where it belongs', () => {
  const uploads = new EditorUploads()
  const id = uploads.add(new File(['WEBVTT\n'], 'film.vtt', { type: 'text/vtt' }))
  uploads.retain(new Set([id]))
  expect(uploads.find(id)?.state).toMatchObject({ type: 'failed', reason: expect.stringContaining('choose this file below the film') })
})

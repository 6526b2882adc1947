import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { excel, openDocument, powerPoint, word } from '#tests/cases/planted/office-files.ts'
import { writePdf } from '#tests/cases/planted/plant-pdf.ts'

/** A video and audio files of a second, made by ffmpeg, with a title and a place among their tags. */
export const mediaFixture = (ending: 'mp4' | 'mov' | 'webm' | 'ogg' | 'mp3' | 'm4a' | 'wav' | 'flac' | 'aac'): Buffer =>
  readFileSync(join(import.meta.dirname, `../../fixtures/media/t.${ending}`))

/** A page without a word. */
export const smallPdf = (): Buffer =>
  writePdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'])

/** A small file of each ending. Those that the blog takes are whole. */
export const SMALL_FILES: Readonly<Record<string, Buffer>> = {
  mp3: mediaFixture('mp3'),
  m4a: mediaFixture('m4a'),
  aac: mediaFixture('aac'),
  ogg: mediaFixture('ogg'),
  opus: mediaFixture('ogg'),
  ogv: mediaFixture('ogg'),
  wav: mediaFixture('wav'),
  flac: mediaFixture('flac'),
  mp4: mediaFixture('mp4'),
  m4v: mediaFixture('mp4'),
  mov: mediaFixture('mov'),
  webm: mediaFixture('webm'),
  vtt: Buffer.from('\uFEFFWEBVTT\n\n00:00.000 --> 00:01.000\nHallo\n'),
  pdf: smallPdf(),
  docx: word({}),
  xlsx: excel({}),
  pptx: powerPoint({}),
  odt: openDocument('text')(),
  ods: openDocument('spreadsheet')(),
  odp: openDocument('presentation')(),
  epub: Buffer.from('PK\u0003\u0004mimetypeapplication/epub+zip'),
  zip: Buffer.from('PK\u0005\u0006'),
  doc: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  xls: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  ppt: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  rtf: Buffer.from('{\\rtf1\\ansi'),
  txt: Buffer.from('Grüße <3 aus der Klinik\n'),
  csv: Buffer.from('Tag,Leukos\n1,0.4\n'),
  ics: Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'),
}

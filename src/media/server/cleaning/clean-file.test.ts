import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DOCX_PLACES } from '#tests/support/planted/plant-office.ts'
import { mediaFixture, SMALL_FILES } from '#tests/support/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'

const clean = async (name: string, bytes: Uint8Array | string) => {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
  await writeFile(from, bytes)
  const cleaned = await cleanFile({ from, to, name, ffmpegPath: null }, () => {})
  return { ...cleaned, bytes: await readFile(to) }
}

describe('Cleaning a film or sound', () => {
  it.each(['mp4', 'mov', 'webm', 'ogg', 'mp3', 'm4a', 'wav', 'flac'] as const)('No tag of a %s file is left', async (ending) => {
    const sent = mediaFixture(ending)
    expect(sent.includes('SECRETX')).toBe(true)
    const { bytes, facts } = await clean(`a.${ending}`, sent)
    expect(bytes.includes('SECRETX')).toBe(false)
    expect(facts).toMatchObject({ bytes: bytes.byteLength, playsEverywhere: true })
  })

  it('A film has its size, its length and its index first', async () => {
    const { ending, facts, bytes } = await clean('a.mov', mediaFixture('mov'))
    expect([ending, facts]).toMatchObject(['mp4', { width: 64, height: 48 }])
    expect(Math.abs((facts.seconds ?? 0) - 1)).toBeLessThan(0.1)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('What is in a film decides its type, not its name', async () => {
    expect((await clean('a.mp4', mediaFixture('mp3'))).ending).toBe('mp3')
    expect((await clean('a.mp3', mediaFixture('webm'))).ending).toBe('webm')
    await expect(clean('a.mp4', '<html><script>alert(1)</script></html>')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(clean('a.mp4', SMALL_FILES['pdf'] ?? '')).rejects.toThrow('does not know this kind')
    await expect(clean('a.jpg', mediaFixture('mp4'))).rejects.toThrow('no files of this kind')
  })

  it('A film that ends too early is refused', async () => {
    for (const length of [100, 800, 2000])
      await expect(clean('a.mp4', mediaFixture('mp4').subarray(0, length))).rejects.toThrow(/does not know|damaged/)
  })
})

describe('Cleaning a paper', () => {
  it('An office document loses its author', async () => {
    const { bytes, facts } = await clean('a.docx', SMALL_FILES['docx'] ?? '')
    expect(Buffer.concat(Object.values(unzipSync(bytes))).includes('SECRETX')).toBe(false)
    expect(Object.keys(unzipSync(bytes))).toEqual(['[Content_Types].xml'])
    expect(facts).toEqual({ bytes: bytes.byteLength, playsEverywhere: true })
  })

  it('A document without its remarks names no part that is missing, and keeps its words', async () => {
    const parts = unzipSync((await clean('a.docx', DOCX_PLACES['a remark']?.('Jane') ?? '')).bytes)
    const textOf = (name: string) => Buffer.from(parts[name] ?? []).toString()
    expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml', 'word/_rels/document.xml.rels'])
    expect(textOf('word/document.xml')).toBe('<?xml version="1.0"?><document><w:t>Hello</w:t><w:r></w:r></document>')
    expect(textOf('[Content_Types].xml')).not.toContain('comments')
    expect(textOf('word/_rels/document.xml.rels')).not.toContain('<Relationship ')
  })

  it('A photo of a document is still the same picture', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .webp({ lossless: true })
      .withExif({ IFD0: { Make: 'SECRETX' } })
      .toBuffer()
    const document = zipSync({ mimetype: Buffer.from('application/vnd.oasis.opendocument.text'), 'Pictures/1.webp': photo })
    const cleaned = Buffer.from(unzipSync((await clean('a.odt', document)).bytes)['Pictures/1.webp'] ?? [])
    const [before, after] = await Promise.all([photo, cleaned].map((each) => sharp(each).raw().toBuffer()))
    expect([photo.includes('SECRETX'), cleaned.includes('SECRETX'), after?.equals(before ?? Buffer.alloc(0))]).toEqual([true, false, true])
    expect((await sharp(cleaned).metadata()).exif).toBeUndefined()
  })

  it.each([
    ['is signed', '_xmlsignatures/sig1.xml', Buffer.from('<Signature/>')],
    ['is locked with a password', 'META-INF/manifest.xml', Buffer.from('<manifest:encryption-data/>')],
    ['Another file is embedded', 'word/embeddings/page.htm', Buffer.from('<html>')],
    ['Another file is embedded', 'word/media/image1.jpg', mediaFixture('mp4')],
    ['Another file is embedded', 'word/media/image1.jpg', SMALL_FILES['doc'] ?? Buffer.alloc(0)],
  ])('A document is refused: it %s (%s)', async (reason, name, content) => {
    await expect(clean('a.docx', zipSync({ '[Content_Types].xml': Buffer.from('<Types/>'), [name]: content }))).rejects.toThrow(reason)
  })

  it('A text becomes UTF-8', async () => {
    expect((await clean('a.txt', Buffer.from('Grüße', 'latin1'))).bytes.toString()).toBe('Grüße')
    expect((await clean('a.txt', Buffer.from('\uFEFFGrüße', 'utf16le'))).bytes.toString()).toBe('Grüße')
  })

  it('Captions keep their cues', async () => {
    const sent = 'WEBVTT by Jane\n\nNOTE by Jane\n\nSTYLE\n::cue{}\n\n00:00.000 --> 00:01.000\nHello\n'
    expect((await clean('a.vtt', sent)).bytes.toString()).toBe('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
  })

  it('A PDF has its number of pages', async () => {
    expect((await clean('a.pdf', SMALL_FILES['pdf'] ?? '')).facts).toMatchObject({ pages: 1 })
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mediaFixture, SMALL_FILES } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'

const clean = async (name: string, bytes: Uint8Array | string) => {
  const folder = makeFolder()
  const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
  await writeFile(from, bytes)
  const cleaned = await cleanFile({ from, to, name, ffmpegPath: null }, () => {})
  return { ...cleaned, bytes: await readFile(to) }
}

describe('Cleaning a video or audio file', () => {
  it('A video has its size, its length and its index first', async () => {
    const { ending, facts, bytes } = await clean('a.mov', mediaFixture('mov'))
    expect([ending, facts]).toMatchObject(['mp4', { width: 64, height: 48, bytes: bytes.byteLength, playsEverywhere: true }])
    expect(Math.abs((facts.seconds ?? 0) - 1)).toBeLessThan(0.1)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('What is in a video decides its type, not its name', async () => {
    expect((await clean('a.mp4', mediaFixture('mp3'))).ending).toBe('mp3')
    expect((await clean('a.mp3', mediaFixture('webm'))).ending).toBe('webm')
    // As a phone names what it records.
    expect((await clean('a.3ga', mediaFixture('m4a'))).ending).toBe('m4a')
    await expect(clean('a.mp4', '<html><script>alert(1)</script></html>')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(clean('a.mp4', SMALL_FILES['pdf'] ?? '')).rejects.toThrow('does not know this kind')
    await expect(clean('a.jpg', mediaFixture('mp4'))).rejects.toThrow('no files of this kind')
  })

  it('A video that ends too early is refused', async () => {
    for (const length of [100, 800, 2000])
      await expect(clean('a.mp4', mediaFixture('mp4').subarray(0, length))).rejects.toThrow(/does not know|damaged/)
  })
})

describe('Cleaning a document', () => {
  it('An appointment keeps what, when and where, and nothing of people, programs and when it was written', async () => {
    const kept = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'DTSTART:20260314T090000Z',
      'SUMMARY:Her first',
      ' concert',
      'LOCATION:School',
    ]
    const people = ['ORGANIZER;CN=SECRETX:mailto:secretx@example.org', 'ATTENDEE;CN=SECRETX;', ' X-NUM=0:mailto:secretx@example.org']
    const others = ['X-WR-CALNAME:SECRETX', 'CREATED:20260101T000000Z', 'GEO:47.1;8.5']
    const end = ['END:VEVENT', 'END:VCALENDAR', '']
    const sent = [...kept, ...people, ...others, ...end].join('\r\n').replace('VERSION', 'PRODID:-//SECRETX\r\nVERSION')
    const { bytes } = await clean('a.ics', sent)
    expect(
      bytes
        .toString()
        .split('\r\n')
        .filter((line) => !line.startsWith('PRODID')),
    ).toEqual([...kept, ...end])
    expect(bytes.toString()).not.toContain('SECRETX')
    expect((await clean('a.ics', bytes)).bytes).toEqual(bytes)
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

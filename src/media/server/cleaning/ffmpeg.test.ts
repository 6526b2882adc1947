import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { OLD_VIDEOS, oldVideo } from '#tests/support/media/old-videos.ts'
import { box, rewrite } from '#tests/cases/planted/plant-mp4.ts'
import { holdsSecret, SECRETS } from '#tests/cases/planted/secrets.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { mediaFixture } from '#tests/support/media/small-files.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { cleanFile } from './clean-file.ts'
import { createMediaWorkers } from './media-workers.ts'

const FFMPEG = '/usr/bin/ffmpeg'
const missing = existsSync(FFMPEG) ? null : { why: 'no ffmpeg here', install: 'apt-get install ffmpeg' }

const run = promisify(execFile)
const ffmpeg = (...parts: string[]) => run(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...parts])

/**
 * Checksums of what a player shows and plays, one for each frame or for the audio.
 * @param isWhole with the silence that an encoder adds to both ends. MP3 and WebM say how long it is among their tags; the copy
 *   has no tags, so players play it: 25 ms.
 */
async function decoded(path: string, stream: 'v' | 'a', isWhole = false): Promise<string[]> {
  const input = [...(isWhole ? ['-flags2', 'skip_manual'] : []), '-i', path]
  const { stdout } = await ffmpeg(...input, '-map', `0:${stream}:0`, '-f', stream === 'v' ? 'framemd5' : 'md5', '-')
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '')
}

interface Probed {
  readonly format: { readonly duration: string }
  readonly streams: readonly {
    readonly codec_type: string
    readonly codec_name: string
    readonly side_data_list?: readonly { readonly rotation?: number }[]
  }[]
}

const probe = async (path: string): Promise<Probed> =>
  JSON.parse((await run('/usr/bin/ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path])).stdout) as Probed

/** The video as a phone that was held upright records it: a matrix says that players turn it. */
const turned = (bytes: Buffer): Buffer =>
  rewrite(bytes, (type, content) => {
    if (type !== 'tkhd' || content.readUInt32BE(76) === 0) return null
    const changed = Buffer.from(content)
    for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].entries()) changed.writeInt32BE(value, 40 + index * 4)
    return box('tkhd', changed)
  })

describe('A copied video or audio file', unlessMissing(missing), () => {
  it.each([
    ['mp4', true, false],
    ['mov', true, false],
    ['webm', true, true],
    ['m4a', false, false],
    ['mp3', false, true],
    ['ogg', false, false],
    ['flac', false, false],
    ['wav', false, false],
  ] as const)('shows and plays what the %s file did', async (ending, hasPicture, hasPadding) => {
    const folder = makeFolder()
    const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
    // The fixture has the rate of a telephone, and frames of 72 ms.
    if (ending === 'mp3') await ffmpeg('-f', 'lavfi', '-i', 'sine=440:duration=1', '-c:a', 'libmp3lame', '-f', 'mp3', from)
    else await writeFile(from, mediaFixture(ending))
    await cleanFile({ from, to, name: `a.${ending}`, ffmpegPath: null }, () => {})
    for (const stream of hasPicture ? (['v', 'a'] as const) : (['a'] as const))
      expect(await decoded(to, stream, hasPadding)).toEqual(await decoded(from, stream, hasPadding))
    const [before, after] = [await probe(from), await probe(to)]
    expect(Math.abs(Number(after.format.duration) - Number(before.format.duration))).toBeLessThanOrEqual(0.05)
    expect(after.streams.map((each) => each.codec_name).toSorted()).toEqual(before.streams.map((each) => each.codec_name).toSorted())
  })

  it.each([
    ['ts', 40_000],
    ['webm', 1_700_000_000],
  ] as const)('is as long as it plays: a .%s whose clock begins at %d seconds', async (ending, offset) => {
    const folder = makeFolder()
    const [from, to] = [join(folder, `a.${ending}`), join(folder, 'clean')]
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=2', '-f', 'lavfi', '-i', 'sine=440:duration=2']
    const codecs = ending === 'ts' ? ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'] : ['-c:v', 'libvpx', '-c:a', 'libopus']
    await ffmpeg(...sources, ...codecs, '-output_ts_offset', String(offset), from)
    const { facts } = await cleanFile({ from, to, name: `a.${ending}`, ffmpegPath: null }, () => {})
    expect(facts.seconds).toBeGreaterThan(1.8)
    expect(facts.seconds).toBeLessThan(2.3)
    expect(Math.abs(Number((await probe(to)).format.duration) - 2)).toBeLessThan(0.3)
    expect(await decoded(to, 'v')).toEqual(await decoded(from, 'v'))
  })

  it('stays turned, and has its size as it is shown', async () => {
    const folder = makeFolder()
    const [from, to] = [join(folder, 'sent'), join(folder, 'clean')]
    await writeFile(from, turned(mediaFixture('mp4')))
    const { facts } = await cleanFile({ from, to, name: 'a.mp4', ffmpegPath: null }, () => {})
    const rotationOf = async (path: string) =>
      (await probe(path)).streams.flatMap((each) => each.side_data_list ?? []).map(({ rotation }) => rotation)
    expect(await rotationOf(from)).toEqual([-90])
    expect([await rotationOf(to), facts.width, facts.height]).toEqual([[-90], 48, 64])
  })
})

/** Debian's ffmpeg writes no AMR, so these are frames of any content. */
const AMR = Buffer.concat([
  Buffer.from('#!AMR\n'),
  ...Array.from({ length: 50 }, (_, index) =>
    Buffer.from([0x3c, ...Array.from({ length: 31 }, (__, byte) => (index * 37 + byte * 91) & 255)]),
  ),
])

describe('A video or audio file that not every device plays', unlessMissing(missing), () => {
  const work = join(tmpdir(), 'kindred-media')
  const [alone, helped] = [null, FFMPEG].map((ffmpegPath) => createMediaWorkers({ folder: work, ffmpegPath }))
  afterAll(() => [alone, helped].map((each) => each?.close()))

  async function sampleOf(name: string): Promise<string> {
    const path = join(makeFolder(), name)
    await (name === 'a.amr' ? writeFile(path, AMR) : ffmpeg(...oldVideo(name), path))
    return path
  }

  it.each([...OLD_VIDEOS, 'a.amr'])('%s is converted by ffmpeg, and holds no tag', async (name) => {
    const from = await sampleOf(name)
    let isConverted = false
    const cleaned = await helped?.cleanFile({ from, name, onConvert: () => (isConverted = true) })
    const path = cleaned?.path ?? ''
    expect([isConverted, cleaned?.facts.playsEverywhere, cleaned?.ending]).toEqual([true, true, name === 'a.amr' ? 'm4a' : 'mp4'])
    const [before, after] = [await probe(from), await probe(path)]
    const kinds = ({ streams }: Probed) => streams.map((each) => each.codec_type).toSorted()
    expect(kinds(after)).toEqual(kinds(before))
    for (const { codec_name: codec } of after.streams) expect(['h264', 'aac']).toContain(codec)
    expect(Math.abs(Number(after.format.duration) - 1)).toBeLessThan(0.5)
    const bytes = await readFile(path)
    expect([holdsSecret(bytes, SECRETS.owner), bytes.includes('Lavf'), bytes.includes('x264')]).toEqual([false, false, false])
  })

  it('is refused without ffmpeg, but HEVC is kept with a remark', async () => {
    await expect(alone?.cleanFile({ from: await sampleOf('a.avi'), name: 'a.avi' })).rejects.toThrow('Please send it as MP4 or MP3')
    const kept = await alone?.cleanFile({ from: await sampleOf('hevc.mp4'), name: 'hevc.mp4' })
    expect(kept?.facts).toMatchObject({ playsEverywhere: false, width: 320, height: 240 })
  })

  it('is refused when nothing to play is in it', async () => {
    const from = join(makeFolder(), 'a.wav')
    const [head, format] = [Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1'), Buffer.alloc(16)]
    format.writeUInt16LE(1, 0)
    format.writeUInt16LE(1, 2)
    format.writeUInt32LE(8000, 4)
    format.writeUInt32LE(16_000, 8)
    format.writeUInt16LE(2, 12)
    format.writeUInt16LE(16, 14)
    await writeFile(from, Buffer.concat([head, format, Buffer.from('data\0\0\0\0', 'latin1')]))
    await expect(helped?.cleanFile({ from, name: 'a.wav' })).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('cannot make ffmpeg read another file', async () => {
    const folder = makeFolder()
    const [other, from] = [join(folder, 'other.avi'), join(folder, 'list.avi')]
    await copyFile(await sampleOf('a.avi'), other)
    for (const text of [`ffconcat version 1.0\nfile ${other}\n`, `#EXTM3U\n#EXTINF:1,\nfile://${other}\n#EXT-X-ENDLIST\n`]) {
      await writeFile(from, text)
      await expect(helped?.cleanFile({ from, name: 'list.avi' })).rejects.toMatchObject({ code: 'bad_request' })
    }
  })
})

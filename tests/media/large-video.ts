import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Missing } from '#tests/support/requirement.ts'

export const FFMPEG = '/usr/bin/ffmpeg'
export const missingFfmpeg: Missing | null = existsSync(FFMPEG) ? null : { why: 'no ffmpeg here', install: 'apt-get install ffmpeg' }

const run = promisify(execFile)
export const ffmpeg = (...parts: string[]) => run(FFMPEG, ['-v', 'error', '-nostdin', '-y', ...parts], { encoding: 'buffer' })

const PART_SECONDS = 20
const PARTS = 15
const PICTURE_BITS = ['-b:v', '8M', '-minrate', '8M', '-maxrate', '8M', '-bufsize', '4M']

/**
 * What a phone records: a megabyte a second, with a key frame. Its picture is noise over a test picture.
 * @param noise how much, 0 to 100; encoders cannot make much noise smaller
 */
export async function makeVideo(
  path: string,
  { seconds, noise }: { seconds: number; noise: number },
  ...more: readonly string[]
): Promise<void> {
  const picture = `testsrc2=size=1280x720:rate=30:duration=${seconds},noise=alls=${noise}:allf=t`
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', ...PICTURE_BITS]
  const audio = ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`]
  await ffmpeg('-f', 'lavfi', '-i', picture, ...audio, ...video, '-c:a', 'aac', ...more, path)
}

/** Five minutes and 300 MB, the index at the end. */
export async function makeLargeVideo(folder: string): Promise<string> {
  const [part, whole] = [join(folder, 'part.mp4'), join(folder, 'whole.mp4')]
  await makeVideo(part, { seconds: PART_SECONDS, noise: 40 })
  const tags = ['-metadata', 'location=+48.1371+011.5754/', '-movflags', 'use_metadata_tags']
  await ffmpeg('-stream_loop', String(PARTS - 1), '-i', part, '-c', 'copy', ...tags, whole)
  return whole
}

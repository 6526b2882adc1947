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

/**
 * A film of five minutes and 300 MB, as a phone records it: a key frame each second, the index at the end. Its picture is noise
 * over a test picture.
 */
export async function makeLargeFilm(folder: string): Promise<string> {
  const [part, film] = [join(folder, 'part.mp4'), join(folder, 'film.mp4')]
  const picture = `testsrc2=size=1280x720:rate=30:duration=${PART_SECONDS},noise=alls=40:allf=t`
  const video = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '30',
    '-b:v',
    '8M',
    '-minrate',
    '8M',
    '-maxrate',
    '8M',
  ]
  const sound = ['-f', 'lavfi', '-i', `sine=440:duration=${PART_SECONDS}`]
  await ffmpeg('-f', 'lavfi', '-i', picture, ...sound, ...video, '-bufsize', '4M', '-c:a', 'aac', part)
  const tags = ['-metadata', 'location=+48.1371+011.5754/', '-movflags', 'use_metadata_tags']
  await ffmpeg('-stream_loop', String(PARTS - 1), '-i', part, '-c', 'copy', ...tags, film)
  return film
}

import { SECRETS } from '#tests/cases/planted/secrets.ts'

const COLOURS = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=10:duration=1']
const TONE = ['-f', 'lavfi', '-i', 'sine=440:duration=1:sample_rate=8000']
const HEVC = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-c:a', 'aac', '-ar', '44100']

/** How ffmpeg makes a sample of what old phones and cameras record. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'a.avi': [...COLOURS, ...TONE, '-c:v', 'mpeg4', '-c:a', 'pcm_s16le'],
  'a.3gp': [...COLOURS, '-s', '352x288', '-c:v', 'h263'],
  'a.wmv': [...COLOURS, ...TONE, '-c:v', 'wmv2', '-c:a', 'wmav2'],
  'a.mpg': [...COLOURS, '-r', '25', '-c:v', 'mpeg2video'],
  'a.ogv': [...COLOURS, ...TONE, '-c:v', 'libtheora', '-c:a', 'libvorbis', '-ar', '44100'],
  'hevc.mp4': [...COLOURS, ...TONE, ...HEVC],
}

export const OLD_VIDEOS = Object.keys(SAMPLES)

/** Arguments of ffmpeg that write a sample, with a text among its tags. */
export const oldVideo = (name: string, secret: string = SECRETS.owner): readonly string[] => [
  ...(SAMPLES[name] ?? []),
  ...['title', 'comment', 'artist', 'location'].flatMap((tag) => ['-metadata', `${tag}=${secret}`]),
]

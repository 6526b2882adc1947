import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#platform/contract/errors.ts'

/** Longest time of one conversion; a video of an hour may take as long on a small server. */
const CONVERSION_MAX_MS = 6 * 60 * 60 * 1000
const FAILED = 'This film could not be converted. Please send it as MP4 (H.264), as most phones record it.'

/** Readers of ffmpeg, by a text at the beginning of a file. */
const READERS: readonly (readonly [reader: string, text: string, at: number])[] = [
  ['avi', 'AVI ', 8],
  ['wav', 'RIFF', 0],
  ['asf', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 0],
  ['amr', '#!AMR', 0],
  ['ogg', 'OggS', 0],
  ['flv', 'FLV', 0],
  ['caf', 'caff', 0],
  ['aiff', 'FORM', 0],
  ['matroska', '\x1a\x45\xdf\xa3', 0],
  ['mpeg', '\0\0\x01\xba', 0],
  ...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map((text) => ['mov', text, 4] as const),
]

/**
 * The reader that ffmpeg may use, by the first bytes. It must not choose by itself: some of its readers open other files
 * and addresses that a file names.
 * @returns undefined for a file that is not converted
 */
function readerFor(head: Buffer): string | undefined {
  const found = READERS.find(([, text, at]) => head.toString('latin1', at, at + text.length) === text)
  if (found) return found[0]
  const isTransport = (head[0] === 0x47 && head[188] === 0x47) || (head[4] === 0x47 && head[196] === 0x47)
  return isTransport ? 'mpegts' : undefined
}

/** The picture at most 1080 pixels high or wide on its shorter side, H.264 and AAC, which every browser plays. */
const ARGUMENTS = [
  '-map',
  '0:v:0?',
  '-map',
  '0:a:0?',
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-sn',
  '-dn',
  '-vf',
  "scale='if(gt(iw,ih),-2,min(1080,iw))':'if(gt(iw,ih),min(1080,ih),-2)',scale=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p",
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '23',
  '-profile:v',
  'high',
  '-threads',
  '1',
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ac',
  '2',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof',
  '-f',
  'mp4',
  'pipe:1',
]

/** A hostile file must not fill the memory of the machine: at most 1.5 GB of addresses, of which a video in 4K needs a third. */
const LIMITED = 'ulimit -v 1500000; exec "$0" "$@"'

interface Conversion {
  readonly ffmpegPath: string
  readonly from: string
  readonly to: string
  readonly onStep: () => void
}

/** Whether ffmpeg may read the file. */
export const hasReader = async (path: string): Promise<boolean> => (await findReader(path)) !== undefined

/** Converts to codecs that every browser plays. The result still needs a copy with its index first. @throws bad_request */
export async function convert({ ffmpegPath, from, to, onStep }: Conversion): Promise<void> {
  const reader = await findReader(from)
  if (reader === undefined) throw new AppError('bad_request', FAILED)
  const input = ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-f', reader, '-i', `file:${from}`]
  const ffmpeg = spawn('/bin/sh', ['-c', LIMITED, ffmpegPath, ...input, ...ARGUMENTS], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: CONVERSION_MAX_MS,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<boolean>((resolve) => {
    ffmpeg.once('error', () => resolve(false))
    ffmpeg.once('close', (code) => resolve(code === 0))
  })
  // The supervisor ends a silent process; a slow frame is a sign of life, too.
  const timer = setInterval(onStep, 1000)
  try {
    await pipeline(ffmpeg.stdout, createWriteStream(to)).catch(() => ffmpeg.kill('SIGKILL'))
    if (!(await ended)) throw new AppError('bad_request', FAILED)
  } finally {
    clearInterval(timer)
  }
}

async function findReader(path: string): Promise<string | undefined> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0)
    return readerFor(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

import { BufferTarget, Conversion, EncodedPacketSink, type Input, type InputVideoTrack, Mp4OutputFormat, Output, Quality } from 'mediabunny'
import type { VideoPieces } from './video-pieces.ts'
import { type VideoFacts, type VideoSize, type VideoTarget, AUDIO_BITS_PER_SECOND, targetOf } from './video-size.ts'
import { joinPieces } from './join-pieces.ts'
import { openVideo, SendOriginal } from './open-video.ts'

export interface Making {
  readonly size: Exclude<VideoSize, 'original'>
  readonly pieces: VideoPieces
  /** Called with the expected size, once, and with 0 to 1. */
  readonly onTarget: (bytes: number) => void
  readonly onProgress: (share: number) => void
  /** Resolves while the work is not paused. */
  readonly whenRunning: () => Promise<AbortSignal>
}

/** Pieces begin at a key frame, at least this far from the one before. */
const PIECE_SECONDS = 4
/** Packets that are inspected for the number of frames a second. */
const INSPECTED_PACKETS = 240
const KEY_FRAME_SECONDS = 2

/**
 * Makes a video smaller: H.264 with 8 bits and AAC, in pieces that are stored as they are finished. Audio that is AAC
 * already is copied. @throws SendOriginal
 */
export async function makeSmaller(file: Blob, making: Making): Promise<Blob> {
  const input = openVideo(file)
  try {
    const { video, facts } = await readVideo(input, file.size)
    const target = targetOf(facts, making.size)
    if (target === null) throw new SendOriginal('small already')
    making.onTarget(target.estimatedBytes)
    const audio = await makeAudio(input, making)
    const starts = await findStarts(video, facts.seconds)
    const blobs: Blob[] = []
    for (const [index, start] of starts.entries()) {
      const range = { start, end: starts[index + 1] ?? facts.seconds }
      const report = (share: number) => making.onProgress((range.start + share * (range.end - range.start)) / facts.seconds)
      blobs.push(await makePiece({ input, making, target, range, name: `picture-${index}`, report }))
      report(1)
    }
    const joined = await joinPieces(
      blobs.map((blob, index) => ({ blob, start: starts[index] ?? 0 })),
      audio,
    )
    if (joined.size >= file.size) throw new SendOriginal('larger')
    return joined
  } finally {
    input.dispose()
  }
}

interface OpenedVideo {
  readonly video: InputVideoTrack
  readonly facts: VideoFacts
}

/** @throws SendOriginal for videos with several video or audio tracks, and for those that this browser cannot read */
async function readVideo(input: Input, bytes: number): Promise<OpenedVideo> {
  const [videos, audios] = await Promise.all([input.getVideoTracks(), input.getAudioTracks()])
  const [video] = videos
  if (!video || videos.length > 1 || audios.length > 1 || !(await video.canDecode())) throw new SendOriginal('tracks')
  const [width, height, seconds, stats] = await Promise.all([
    video.getDisplayWidth(),
    video.getDisplayHeight(),
    video.computeDuration(),
    video.computePacketStats(INSPECTED_PACKETS),
  ])
  return { video, facts: { width, height, seconds, framesPerSecond: stats.averagePacketRate, bytes } }
}

/** Times of the key frames at which pieces begin. */
async function findStarts(video: InputVideoTrack, seconds: number): Promise<number[]> {
  const sink = new EncodedPacketSink(video)
  const first = await sink.getFirstPacket({ metadataOnly: true })
  const starts = [Math.max(0, first?.timestamp ?? 0)]
  for (let at = PIECE_SECONDS; at < seconds; at += PIECE_SECONDS) {
    const key = await sink.getKeyPacket(at, { metadataOnly: true })
    // The last piece is at least a second long.
    if (key && key.timestamp >= (starts.at(-1) ?? 0) + PIECE_SECONDS / 2 && key.timestamp < seconds - 1) starts.push(key.timestamp)
  }
  return starts
}

/** The whole audio in one piece: joints would be heard. */
async function makeAudio(input: Input, { pieces, whenRunning }: Making): Promise<Blob | null> {
  if ((await input.getPrimaryAudioTrack()) === null) return null
  const before = await pieces.read('sound')
  if (before) return before
  const { conversion, blob } = await beginConversion({
    input,
    video: { discard: true },
    // A wish for its quality would make a copy impossible.
    audio: async (track) => ({
      codec: 'aac',
      ...((await track.getCodec()) === 'aac' ? {} : { quality: new Quality({ bitrate: AUDIO_BITS_PER_SECOND }) }),
    }),
  })
  await runToEnd(conversion, whenRunning)
  await pieces.write('sound', blob())
  return blob()
}

interface PieceJob {
  readonly input: Input
  readonly making: Making
  readonly target: VideoTarget
  readonly range: { readonly start: number; readonly end: number }
  readonly name: string
  readonly report: (share: number) => void
}

/** A phone may take the encoder away while its screen is dark; the piece is made again. */
const TRIES = 3

async function makePiece(job: PieceJob, triesLeft = TRIES - 1): Promise<Blob> {
  const { input, making, target, range, name, report } = job
  const before = await making.pieces.read(name)
  if (before) return before
  try {
    const { width, height, bitsPerSecond, framesPerSecond } = target
    const { conversion, blob } = await beginConversion({
      input,
      trim: range,
      audio: { discard: true },
      video: {
        codec: 'avc',
        width,
        height,
        fit: 'fill',
        quality: new Quality({ bitrate: bitsPerSecond }),
        ...(framesPerSecond === undefined ? {} : { frameRate: framesPerSecond }),
        keyFrameInterval: KEY_FRAME_SECONDS,
        forceTranscode: true,
        allowTransformationMetadata: false,
      },
    })
    conversion.onProgress = report
    await runToEnd(conversion, making.whenRunning)
    await making.pieces.write(name, blob())
    return blob()
  } catch (error) {
    if (error instanceof SendOriginal || triesLeft === 0) throw error
    return makePiece(job, triesLeft - 1)
  }
}

type Options = Omit<Parameters<typeof Conversion.init>[0], 'output'>

/** @throws SendOriginal if a track that is wanted would be lost */
async function beginConversion(options: Options): Promise<{ conversion: Conversion; blob: () => Blob }> {
  const target = new BufferTarget()
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: 'in-memory' }) })
  const conversion = await Conversion.init({ ...options, output, tags: {}, showWarnings: false })
  const isLossy = conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user')
  if (isLossy || !conversion.isValid) throw new SendOriginal('a track would be lost')
  return { conversion, blob: () => new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/mp4' }) }
}

/** Runs until it is done, through any number of pauses. */
async function runToEnd(conversion: Conversion, whenRunning: Making['whenRunning']): Promise<void> {
  while (conversion.state !== 'done') await conversion.execute({ pauseSignal: await whenRunning() })
}

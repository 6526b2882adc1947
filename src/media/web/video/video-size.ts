/** How a video leaves the device: `original` unchanged, the others by their shorter side. */
export type VideoSize = '720p' | '1080p' | 'original'

export const VIDEO_SIZES: readonly VideoSize[] = ['720p', '1080p', 'original']

/** Bits a second of video and audio together, at 30 frames. */
const BITS_PER_SECOND: Readonly<Record<Exclude<VideoSize, 'original'>, number>> = { '720p': 2_500_000, '1080p': 5_000_000 }
export const AUDIO_BITS_PER_SECOND = 128_000
/** More frames a second cost about half as much again. */
const MANY_FRAMES_FACTOR = 1.5
const FRAMES_MANY = 31
/** Slow motion has up to 240. */
export const FRAMES_MAX = 60

export interface VideoFacts {
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly framesPerSecond: number
  readonly bytes: number
}

export interface VideoTarget {
  readonly width: number
  readonly height: number
  readonly bitsPerSecond: number
  /** Undefined keeps the frames as they were recorded. */
  readonly framesPerSecond: number | undefined
  readonly estimatedBytes: number
}

const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2))

/** A smaller result than this share of the file is worth the time. */
const WORTH_SHARE = 0.85

/** @returns null if the video would not become clearly smaller */
export function targetOf(video: VideoFacts, size: Exclude<VideoSize, 'original'>): VideoTarget | null {
  const shorter = Math.min(video.width, video.height)
  const scale = Math.min(1, (size === '720p' ? 720 : 1080) / shorter)
  const bitsPerSecond = BITS_PER_SECOND[size] * (video.framesPerSecond > FRAMES_MANY ? MANY_FRAMES_FACTOR : 1)
  const estimatedBytes = Math.round(((bitsPerSecond + AUDIO_BITS_PER_SECOND) * video.seconds) / 8)
  if (!(video.seconds > 0) || estimatedBytes > video.bytes * WORTH_SHARE) return null
  return {
    width: even(video.width * scale),
    height: even(video.height * scale),
    bitsPerSecond,
    framesPerSecond: video.framesPerSecond > FRAMES_MAX + 1 ? FRAMES_MAX : undefined,
    estimatedBytes,
  }
}

import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { openVideo, SendOriginal } from './open-video.ts'

interface Piece {
  readonly blob: Blob
  /** Where it begins in the video, in seconds. */
  readonly start: number
}

/** Joins pieces of video, and the audio, without decoding. Parts of the result are blobs, which need not lie in memory. */
export async function joinPieces(pictures: readonly Piece[], audio: Blob | null): Promise<Blob> {
  const parts: Blob[] = []
  const writable = new WritableStream<StreamTargetChunk>({ write: ({ data }) => void parts.push(new Blob([data])) })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target: new StreamTarget(writable) })
  const video = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(video)
  const source = audio === null ? null : new EncodedAudioPacketSource('aac')
  if (source) output.addAudioTrack(source)
  await output.start()
  await Promise.all([
    addPictures(video, pictures).finally(() => video.close()),
    ...(source && audio ? [addAudio(source, audio).finally(() => source.close())] : []),
  ])
  await output.finalize()
  return new Blob(parts, { type: 'video/mp4' })
}

async function addPictures(source: EncodedVideoPacketSource, pieces: readonly Piece[]): Promise<void> {
  const [first] = pieces
  let shared: string | null = null
  for (const { blob, start } of pieces) {
    const input = openVideo(blob)
    try {
      const track = (await input.getPrimaryVideoTrack()) as InputVideoTrack
      const decoderConfig = (await track.getDecoderConfig()) ?? undefined
      // All pieces are read with the parameters of the first.
      const described = JSON.stringify(decoderConfig?.description && [...toBytes(decoderConfig.description)])
      if (shared !== null && shared !== described) throw new SendOriginal('the encoder changed its parameters')
      shared = described
      for await (const packet of new EncodedPacketSink(track).packets())
        await source.add(packet.clone({ timestamp: packet.timestamp + start - (first?.start ?? 0) }), { decoderConfig })
    } finally {
      input.dispose()
    }
  }
}

const toBytes = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)

async function addAudio(source: EncodedAudioPacketSource, blob: Blob): Promise<void> {
  const input = openVideo(blob)
  try {
    const track = (await input.getPrimaryAudioTrack()) as InputAudioTrack
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig })
  } finally {
    input.dispose()
  }
}

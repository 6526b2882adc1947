import {
  AdtsOutputFormat,
  ALL_FORMATS,
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  FlacOutputFormat,
  HLS,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  type VideoCodec,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { AppError } from '#platform/contract/errors.ts'
import type { FileEnding } from '#media/contract/file-address.ts'
import { countOggStreams } from './count-ogg-streams.ts'
import { cleanAudioConfiguration } from './clean-headers.ts'
import { finishIndex } from './finish-index.ts'
import { cleanFlacFrame } from './flac-frame.ts'
import { trueHeight } from './interlaced.ts'
import { openFrames } from './audio-frames.ts'
import { cleanConfiguration, type PacketCleaner, packetCleanerOf } from './strip-sei.ts'
import { type Remuxed, UnknownMedia } from './unknown-media.ts'

/** A playlist names other files, which must not be read. */
const FORMATS = ALL_FORMATS.filter((format) => format !== HLS)
/** Phones write at most five: video, two of audio, and two of measurements. */
const TRACKS_MAX = 64
const CACHE_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 512 * 1024
/** A step of progress: so many packets or bytes. */
const PACKETS_PER_STEP = 5000
const BYTES_PER_STEP = 24 * 1024 * 1024

const IN_WEBM: readonly VideoCodec[] = ['vp8', 'vp9', 'av1']
const IN_WEBM_AUDIO: readonly AudioCodec[] = ['opus', 'vorbis']
const IN_MP4: readonly VideoCodec[] = ['avc', 'hevc', 'vp9', 'av1']
const IN_MP4_AUDIO: readonly AudioCodec[] = ['aac', 'mp3', 'opus', 'flac', 'ac3', 'eac3', 'vorbis']
/** What every browser plays that the blog supports. */
const PLAYED: readonly (VideoCodec | AudioCodec)[] = ['avc', 'vp8', 'vp9', 'aac', 'mp3', 'opus', 'vorbis', 'flac', 'pcm-s16', 'pcm-u8']

interface Tracks {
  readonly video: { readonly track: InputVideoTrack; readonly codec: VideoCodec } | null
  readonly audios: readonly { readonly track: InputAudioTrack; readonly codec: AudioCodec }[]
}

/**
 * Copies the video and audio of a file into a new one, packet by packet and without decoding: index first, no tags,
 * no place, no other tracks. Memory does not grow with the file, except for its index.
 * @throws UnknownMedia, or bad_request with the reason
 */
export async function remux(from: string, to: string, onStep: () => void): Promise<Remuxed> {
  const source = openFrames(from, CACHE_BYTES) ?? new FilePathSource(from, { maxCacheSize: CACHE_BYTES })
  const input = new Input({ source, formats: FORMATS })
  try {
    const tracks = await readTracks(input)
    if ((await countOggStreams(from)) > tracks.audios.length) throw new UnknownMedia('a stream of the Ogg file')
    const { ending, format } = chooseFormat(tracks, (await input.getFormat()).name)
    const { video, audios } = tracks
    const output = new Output({ format, target: new FilePathTarget(to, { chunked: true, chunkSize: CHUNK_BYTES }) })
    output.setMetadataTags({})
    const copies: Copy[] = []
    for (const each of [...(video ? [video] : []), ...audios]) copies.push(await addTrack(output, each, onStep))
    await output.start()
    const seconds = await copyPackets(copies, onStep)
    await output.finalize()
    if (format instanceof Mp4OutputFormat) await finishIndex(to, onStep)
    return { ending, seconds, playsEverywhere: await playsEverywhere(tracks), ...(video && (await sizeOf(video.track))) }
  } finally {
    input.dispose()
  }
}

/** @throws UnknownMedia; bad_request for a file without video and audio */
async function readTracks(input: Input): Promise<Tracks> {
  if (!(await input.canRead())) throw new UnknownMedia('container')
  const all = await input.getTracks()
  if (all.length > TRACKS_MAX) throw new AppError('bad_request', `This file has ${all.length} tracks, and is no film of a camera.`)
  const [video = null] = await withCodec(await input.getVideoTracks())
  const audios = await withCodec(await input.getAudioTracks())
  // A file must not lose its video or its audio track silently.
  if (audios.length === 0 && (await input.getAudioTracks()).length > 0) throw new UnknownMedia('sound')
  if (video === null && (await input.getVideoTracks()).length > 0) throw new UnknownMedia('picture')
  if (video === null && audios.length === 0) throw new UnknownMedia('nothing to play')
  return { video, audios: video === null ? audios.slice(0, 1) : audios }
}

/** Leaves out tracks of unknown codecs, such as the spatial audio that phones add to the usual one, and empty ones. */
async function withCodec<Track extends InputVideoTrack | InputAudioTrack>(tracks: readonly Track[]) {
  type Codec = NonNullable<Awaited<ReturnType<Track['getCodec']>>>
  const known: { track: Track; codec: Codec }[] = []
  for (const track of tracks) {
    const codec = (await track.getCodec()) as Codec | null
    if (codec !== null && (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) !== null) known.push({ track, codec })
  }
  return known
}

interface Chosen {
  readonly ending: FileEnding
  readonly format: OutputFormat
}

const mp4Format = () => new Mp4OutputFormat({ fastStart: 'reserve' })

/** @throws UnknownMedia */
const chooseFormat = ({ video, audios }: Tracks, container: string): Chosen =>
  video === null ? chooseAudioFormat(audios[0]?.codec ?? 'no sound', container) : chooseVideoFormat({ video, audios }, container)

function chooseVideoFormat({ video, audios }: Tracks & { readonly video: NonNullable<Tracks['video']> }, container: string): Chosen {
  const hasOnly = (codecs: readonly AudioCodec[]) => audios.every(({ codec }) => codecs.includes(codec))
  const isWebm = IN_WEBM.includes(video.codec) && hasOnly(IN_WEBM_AUDIO)
  if (isWebm && !/MP4|QuickTime/i.test(container)) return { ending: 'webm', format: new WebMOutputFormat() }
  if (IN_MP4.includes(video.codec) && hasOnly([...IN_MP4_AUDIO, 'pcm-s16', 'pcm-s16be', 'pcm-s24', 'pcm-s24be']))
    return { ending: 'mp4', format: mp4Format() }
  throw new UnknownMedia(`${video.codec} with ${audios.map(({ codec }) => codec).join(', ')}`)
}

function chooseAudioFormat(codec: string, container: string): Chosen {
  if (codec === 'mp3') return { ending: 'mp3', format: new Mp3OutputFormat() }
  if (codec === 'flac') return { ending: 'flac', format: new FlacOutputFormat() }
  if (codec === 'opus' || codec === 'vorbis') return { ending: 'ogg', format: new OggOutputFormat() }
  if (codec === 'aac')
    return /ADTS/i.test(container) ? { ending: 'aac', format: new AdtsOutputFormat() } : { ending: 'm4a', format: mp4Format() }
  if (codec.startsWith('pcm-') && /WAVE/i.test(container)) return { ending: 'wav', format: new WavOutputFormat() }
  throw new UnknownMedia(codec)
}

interface KnownTrack {
  readonly track: InputVideoTrack | InputAudioTrack
  readonly codec: string
}

interface Copy {
  readonly packets: AsyncGenerator<EncodedPacket, void>
  /** By the index of the file; undefined where nothing counts them. */
  readonly count: number | undefined
  readonly add: (packet: EncodedPacket) => Promise<void>
}

async function addTrack(output: Output, { track, codec }: KnownTrack, onStep: () => void): Promise<Copy> {
  const sink = new EncodedPacketSink(track)
  const count = output.format instanceof Mp4OutputFormat ? await countPackets(sink, onStep) : undefined
  const reserved = count === undefined ? {} : { maximumPacketCount: count }
  const packets = sink.packets()
  const config = await track.getDecoderConfig()
  if (config === null) throw new UnknownMedia(codec)
  if (track.isVideoTrack()) {
    const source = new EncodedVideoPacketSource(codec as VideoCodec)
    const factor = await heightFactor(track)
    const decoderConfig = withHeight(cleanConfiguration(config as VideoDecoderConfig, codec), factor)
    output.addVideoTrack(source, { rotation: await track.getRotation(), ...reserved })
    return { packets, count, add: adder((packet) => source.add(packet, { decoderConfig }), packetCleanerOf(codec, decoderConfig)) }
  }
  const source = new EncodedAudioPacketSource(codec as AudioCodec)
  const decoderConfig = cleanAudioConfiguration(config as AudioDecoderConfig, codec)
  output.addAudioTrack(source, reserved)
  const clean: PacketCleaner = codec === 'flac' ? cleanFlacFrame : (data) => data
  return { packets, count, add: adder((packet) => source.add(packet, { decoderConfig }), clean) }
}

const adder =
  (add: Copy['add'], clean: PacketCleaner): Copy['add'] =>
  async (packet) => {
    const data = clean(packet.data)
    if (data !== null) await add(data === packet.data ? packet : packet.clone({ data }))
  }

/** The index at the start needs room for all packets before the first is written. */
async function countPackets(sink: EncodedPacketSink, onStep: () => void): Promise<number> {
  let count = 0
  for await (const _ of sink.packets(undefined, undefined, { metadataOnly: true })) {
    count += 1
    if (count % PACKETS_PER_STEP === 0) onStep()
  }
  return count
}

/**
 * Takes the earliest packet of all tracks, again and again. The first one is at zero: clocks of cameras and of live streams
 * begin anywhere.
 * @returns the length in seconds. @throws for missing packets
 */
async function copyPackets(copies: readonly Copy[], onStep: () => void): Promise<number> {
  const next = await Promise.all(copies.map(async (copy) => ({ copy, copied: 0, packet: (await copy.packets.next()).value })))
  const start = Math.max(0, Math.min(...next.map(({ packet }) => packet?.timestamp ?? 0)))
  let [end, count, bytes] = [0, 0, 0]
  for (;;) {
    const first = next.filter(({ packet }) => packet).toSorted((a, b) => (a.packet?.timestamp ?? 0) - (b.packet?.timestamp ?? 0))[0]
    if (first?.packet == null) break
    const packet = start === 0 ? first.packet : first.packet.clone({ timestamp: first.packet.timestamp - start })
    end = Math.max(end, packet.timestamp + packet.duration)
    await first.copy.add(packet)
    first.copied += 1
    first.packet = (await first.copy.packets.next()).value
    count += 1
    bytes += first.packet?.byteLength ?? 0
    if (count < PACKETS_PER_STEP && bytes < BYTES_PER_STEP) continue
    ;[count, bytes] = [0, 0]
    onStep()
  }
  if (next.some(({ copy, copied }) => copy.count !== undefined && copied < copy.count)) throw new Error('the file ends before its packets')
  return end
}

async function sizeOf(track: InputVideoTrack) {
  return { width: await track.getDisplayWidth(), height: Math.round((await track.getDisplayHeight()) * (await heightFactor(track))) }
}

/** Of a container that does not say the size itself. */
async function heightFactor(track: InputVideoTrack): Promise<number> {
  const config = await track.getDecoderConfig()
  if ((await track.getCodec()) !== 'avc' || config === null || config.description !== undefined) return 1
  const packet = await new EncodedPacketSink(track).getFirstPacket()
  const height = await track.getCodedHeight()
  return packet === null ? 1 : trueHeight(height, packet.data) / height
}

function withHeight(config: VideoDecoderConfig, factor: number): VideoDecoderConfig {
  const { codedHeight, displayAspectHeight } = config
  return {
    ...config,
    ...(codedHeight === undefined ? {} : { codedHeight: Math.round(codedHeight * factor) }),
    ...(displayAspectHeight === undefined ? {} : { displayAspectHeight: Math.round(displayAspectHeight * factor) }),
  }
}

async function playsEverywhere({ video, audios }: Tracks): Promise<boolean> {
  if ([video, ...audios].some((each) => each !== null && !PLAYED.includes(each.codec))) return false
  // Browsers play H.264 of 8 bits in 4:2:0, that is up to the profile High.
  const [, profile = '0'] = /^avc[13]\.([0-9a-f]{2})/i.exec((await video?.track.getCodecParameterString()) ?? '') ?? []
  return Number.parseInt(profile, 16) <= 100
}

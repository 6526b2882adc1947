import type { RecordingFacts } from '#media/web/device/device-files.ts'
import { addPart, holdRecording, saveFacts } from './recording-store.ts'

/** The first that the browser writes: MP4 plays on more devices than WebM. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/webm']

/** At most this much is lost if the tab ends without a word. */
const PART_MS = 5000
const VOICE_BITS_PER_SECOND = 96_000

export interface RecorderOptions {
  /** Stops it, also while the browser still asks for the microphone. */
  readonly signal: AbortSignal
  readonly onChange: () => void
  /** It has ended: by the writer, or because a call took the microphone. @param stored resolves when all of it is on this device */
  readonly onEnd: (stored: Promise<RecordingFacts>) => void
  /** The device has no room for more. */
  readonly onFull: () => void
}

const supported = () =>
  typeof MediaRecorder === 'function' && typeof (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia === 'function'

const stopTracks = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** A sentence for the writer. */
export function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'This browser may not use the microphone here. Allow it in the settings of the browser for this page, then try again.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'No microphone was found. Connect one, then try again.'
  if (name === 'NotReadableError') return 'Another program is using the microphone. Close it, then try again.'
  return 'This browser cannot record here. Record with your phone’s own app, and choose the file.'
}

/** Records a voice. Each part is stored on this device as it comes. */
export class Recorder {
  readonly stream: MediaStream
  readonly #media: MediaRecorder
  readonly #options: RecorderOptions
  readonly #release: () => void
  #facts: RecordingFacts
  /** Stores one part after the other. */
  #stored: Promise<void>
  #runningSince = performance.now()
  #secondsBefore = 0

  private constructor(stream: MediaStream, media: MediaRecorder, { facts, options }: { facts: RecordingFacts; options: RecorderOptions }) {
    this.stream = stream
    this.#media = media
    this.#facts = facts
    this.#options = options
    this.#release = holdRecording(facts.id)
    this.#stored = saveFacts(facts)
    media.addEventListener('dataavailable', ({ data }) => this.#take(data))
    media.addEventListener('stop', () => this.#end())
    for (const change of ['pause', 'resume', 'start']) media.addEventListener(change, options.onChange)
    for (const track of stream.getTracks()) track.addEventListener('ended', () => this.stop())
    // A call takes the microphone on some phones.
    for (const track of stream.getAudioTracks()) track.addEventListener('mute', () => this.pause())
    document.addEventListener('visibilitychange', this.#flush)
    addEventListener('pagehide', this.#flush)
    options.signal.addEventListener('abort', () => this.stop())
    media.start(PART_MS)
  }

  /** Asks for the microphone and begins. @throws an error for {@link problemOf} */
  static async start(userId: string, options: RecorderOptions): Promise<Recorder> {
    if (!supported()) throw new Error('not supported')
    const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each))
    if (type === undefined) throw new Error('not supported')
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    try {
      options.signal.throwIfAborted()
      const media = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: VOICE_BITS_PER_SECOND })
      const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
      return new Recorder(stream, media, { options, facts: { id, userId, type, startedAt: Date.now(), seconds: 0 } })
    } catch (error) {
      stopTracks(stream)
      throw error
    }
  }

  get isPaused(): boolean {
    return this.#media.state === 'paused'
  }

  /** What was recorded so far, in seconds. */
  get seconds(): number {
    return this.#secondsBefore + (this.#media.state === 'recording' ? (performance.now() - this.#runningSince) / 1000 : 0)
  }

  pause(): void {
    if (this.#media.state !== 'recording') return
    this.#secondsBefore = this.seconds
    this.#media.pause()
    this.#media.requestData()
  }

  resume(): void {
    if (this.#media.state !== 'paused') return
    this.#runningSince = performance.now()
    this.#media.resume()
  }

  stop(): void {
    this.#secondsBefore = this.seconds
    if (this.#media.state !== 'inactive') this.#media.stop()
  }

  readonly #flush = () => {
    if (this.#media.state === 'recording') this.#media.requestData()
  }

  #take(data: Blob): void {
    if (data.size === 0) return
    const facts = { ...this.#facts, seconds: this.seconds }
    this.#facts = facts
    this.#stored = this.#stored
      .then(() => addPart(facts, data))
      .catch(() => {
        this.#options.onFull()
        this.stop()
      })
  }

  #end(): void {
    document.removeEventListener('visibilitychange', this.#flush)
    removeEventListener('pagehide', this.#flush)
    stopTracks(this.stream)
    this.#options.onEnd(this.#stored.finally(this.#release).then(() => this.#facts))
  }
}

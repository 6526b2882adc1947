import type { MediaFacts } from '#media/contract/file-address.ts'
import type { VideoConversion } from '#media/web/video/convert-video.ts'
import type { VideoSize } from '#media/web/video/video-size.ts'
import { sendFile } from './upload-file.ts'
import { UploadError } from './upload-rules.ts'
import type { UploadListener } from './use-upload.tsx'

/** A video that is being made smaller on this device. */
export interface Preparing {
  readonly percent: number
  /** Expected size of the result; null until it is known. */
  readonly bytes: number | null
  readonly conversion: Pick<VideoConversion, 'pause' | 'resume'>
}

export interface MediaListener extends UploadListener {
  /** For videos; others are sent as they are. */
  readonly size: VideoSize
  readonly onPreparing: (preparing: Preparing) => void
  /** Called before the first byte; the upload begins when it resolves. */
  readonly onReady: (bytes: number) => Promise<void>
  /** All is sent, and the server works on it. */
  readonly onWorking: (isConverting: boolean) => void
}

export interface StoredMedia {
  readonly url: string
  readonly media: MediaFacts
}

/** Uploads a video, audio file, captions or document. A video is made smaller first, where this browser can. */
export async function uploadMedia(file: File, listener: MediaListener): Promise<StoredMedia> {
  const smaller = listener.size === 'original' ? null : await makeSmaller(file, listener.size, listener)
  const bytes = smaller?.blob ?? file
  await listener.onReady(bytes.size)
  listener.signal.throwIfAborted()
  const name = smaller ? file.name.replace(/\.\w+$/, '.mp4') : file.name
  const sent = {
    kind: 'media',
    name,
    // Without a hash: a video does not fit into memory.
    fingerprint: ['kindred-media', listener.size, bytes.size, file.name, file.size, file.lastModified].join('-'),
    onWorking: listener.onWorking,
  } as const
  const { url, media } = await sendFile(bytes, sent, listener)
  await smaller?.discard()
  if (!media) throw new UploadError('refused', 'This file could not be stored.')
  return { url, media }
}

async function makeSmaller(file: File, size: Exclude<VideoSize, 'original'>, { onPreparing, signal }: MediaListener) {
  const { convertVideo } = await import('#media/web/video/convert-video.ts')
  let state = { percent: 0, bytes: null as number | null }
  const change = (part: Partial<typeof state>) => {
    state = { ...state, ...part }
    if (conversion) onPreparing({ ...state, conversion })
  }
  const conversion = convertVideo(file, size, {
    onPercent: (percent) => change({ percent }),
    onTarget: (bytes) => change({ bytes }),
    signal,
  })
  if (conversion === null) return null
  change({})
  return conversion.done
}

import { VIDEO_SIZES, type VideoSize } from '#media/web/index.ts'
import { deviceStorage } from '#ui/store/browser-storage.ts'

const KEY = 'film-size'

/** The size that the writer chose last on this device. */
export function readVideoSize(): VideoSize {
  const stored = deviceStorage.read(KEY)
  return VIDEO_SIZES.find((size) => size === stored) ?? '720p'
}

export const storeVideoSize = (size: VideoSize): void => deviceStorage.write(KEY, size)

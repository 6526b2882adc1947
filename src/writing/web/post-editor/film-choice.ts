import { FILM_SIZES, type FilmSize } from '#media/web/index.ts'
import { deviceStorage } from '#ui/store/browser-storage.ts'

const KEY = 'film-size'

/** The size that the writer chose last on this device. */
export function readFilmSize(): FilmSize {
  const stored = deviceStorage.read(KEY)
  return FILM_SIZES.find((size) => size === stored) ?? '720p'
}

export const storeFilmSize = (size: FilmSize): void => deviceStorage.write(KEY, size)

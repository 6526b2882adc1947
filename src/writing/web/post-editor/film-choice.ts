import { FILM_SIZES, type FilmSize } from '#media/web/index.ts'

const KEY = 'film-size'

/** The size that the writer chose last on this device. */
export function readFilmSize(): FilmSize {
  try {
    const stored = localStorage.getItem(KEY)
    return FILM_SIZES.find((size) => size === stored) ?? '720p'
  } catch {
    return '720p'
  }
}

export function storeFilmSize(size: FilmSize): void {
  try {
    localStorage.setItem(KEY, size)
  } catch {
    // The next film begins with the usual size.
  }
}

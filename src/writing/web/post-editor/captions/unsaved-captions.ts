import { type Caption, readVtt } from '#media/web/index.ts'
import { UserError } from '#ui/api/api-error.ts'
import { tabStorage } from '#ui/store/browser-storage.ts'

export interface FilmCaptions {
  readonly lines: readonly Caption[]
  readonly language: string
  /** They were typed before and never saved. */
  readonly isUnsaved: boolean
}

const keyOf = (film: string) => `captions:${film}`

/** Attributes of the film's stored captions, if it has any. */
type Track = Readonly<Record<string, string>> | undefined

/** An emptied time is no number, which JSON cannot hold. */
const withNumbers = ({ start, end, text }: Caption): Caption => ({ start: start ?? Number.NaN, end: end ?? Number.NaN, text })

/** Lines that were typed for this film in this tab; null if its captions have been saved since. */
export const readUnsavedCaptions = (film: string, track: Track): FilmCaptions | null => {
  try {
    const { base, lines, language } = JSON.parse(tabStorage.read(keyOf(film)) ?? '{}')
    if (base !== (track?.['src'] ?? null)) return null
    return { lines: lines.map(withNumbers), language, isUnsaved: true }
  } catch {
    return null
  }
}

/** Stores the lines while they are typed. They count until the film has other captions. */
export const storeUnsavedCaptions = (film: string, track: Track, { lines, language }: Omit<FilmCaptions, 'isUnsaved'>): void => {
  const plain = lines.map(({ start, end, text }) => ({ start, end, text }))
  tabStorage.write(keyOf(film), JSON.stringify({ base: track?.['src'] ?? null, lines: plain, language }))
}

export const deleteUnsavedCaptions = (film: string): void => tabStorage.write(keyOf(film), null)

/** @throws if the stored ones cannot be read: without them, saving would replace them */
export const readCaptions = async (film: string, track: Track): Promise<FilmCaptions> => {
  const unsaved = readUnsavedCaptions(film, track)
  if (unsaved) return unsaved
  const language = track?.['srclang'] ?? 'en'
  if (track?.['src'] === undefined) return { lines: [], language, isUnsaved: false }
  const response = await fetch(track['src']).catch(() => null)
  if (!response?.ok) throw new UserError('The captions could not be loaded, so they stay as they are. Please try again.')
  return { lines: readVtt(await response.text()), language, isUnsaved: false }
}

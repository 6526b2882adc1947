import { createElement, type RefObject, useState } from 'react'
import { captureFrame } from '#media/web/index.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { Button } from '#ui/components/button.tsx'
import { deleteUnsavedCaptions, type FilmCaptions, readCaptions, storeUnsavedCaptions } from './captions/unsaved-captions.ts'
import type { PlayerParts } from './player.ts'
import type { MediaNode } from './use-media-node.ts'
import { useLazyPart } from './lazy-part.ts'

export interface FilmParts extends PlayerParts {
  readonly posterUpload: string | null
  readonly captionsUpload: string | null
}

interface FilmToolsProps {
  readonly parts: FilmParts
  readonly media: MediaNode
  readonly player: RefObject<HTMLVideoElement | null>
  /** Address of the film, stored or on this device. */
  readonly film: string
}

const NO_FRAME = 'This browser cannot show the film, so it cannot take a picture from it.'
const NO_SCRIPT = 'This part of the editor could not be loaded. Please try again when you are online.'

const loadDialog = async () => (await import('./captions/captions-dialog.tsx')).CaptionsDialog

/** The captions that the dialog shows; null while it is closed. */
const useFilmCaptions = ({ parts, media: { uploads, change }, film }: Omit<FilmToolsProps, 'player'>) => {
  const [captions, setCaptions] = useState<FilmCaptions | null>(null)
  const [track] = parts.tracks
  const close = () => {
    setCaptions(null)
    deleteUnsavedCaptions(film)
  }
  return {
    captions,
    hide: () => setCaptions(null),
    close,
    open: async () => setCaptions(await readCaptions(film, track)),
    store: (changed: Pick<FilmCaptions, 'lines' | 'language'>) => storeUnsavedCaptions(film, track, changed),
    save: (file: File | null, language: string) => {
      if (file === null) {
        close()
        change({ tracks: parts.tracks.slice(1), captionsUpload: null })
      } else {
        // Until they are uploaded, the device has them.
        setCaptions(null)
        change({ captionsUpload: uploads.add(file, 'captions'), captionsLanguage: language })
      }
    },
  }
}

/** A film's poster and captions. */
export const FilmTools = ({ parts, media, player, film }: FilmToolsProps) => {
  const { uploads, change } = media
  const [problem, setProblem] = useState<string | null>(null)
  const { captions, open, store, save, close, hide } = useFilmCaptions({ parts, media, film })
  const Dialog = useLazyPart(loadDialog, captions !== null, () => {
    hide()
    setProblem(NO_SCRIPT)
  })
  const takePoster = async () => {
    const file = player.current && (await captureFrame(player.current))
    setProblem(file ? null : NO_FRAME)
    if (file) change({ posterUpload: uploads.add(file, 'poster') })
  }
  const openCaptions = () => {
    setProblem(null)
    open().catch((error: unknown) => setProblem(errorMessage(error)))
  }
  const { poster } = parts.attributes
  return (
    <>
      <div className="picture-actions">
        <Button onClick={() => void takePoster()}>
          {poster === undefined ? 'Use this moment as the poster' : 'Use another moment as the poster'}
        </Button>
        <Button onClick={openCaptions}>{parts.tracks.length === 0 ? 'Add captions' : 'Change the captions'}</Button>
      </div>
      {poster === undefined ? null : <img src={poster} alt="The poster" className="media-poster" />}
      {problem === null ? null : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {Dialog && captions !== null && createElement(Dialog, { film, captions, onChange: store, onSave: save, onClose: close })}
    </>
  )
}

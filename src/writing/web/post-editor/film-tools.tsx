import { createElement, type RefObject, useState } from 'react'
import { captureFrame, readVtt } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import type { EditedCaption } from './captions/caption-line.tsx'
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

const readCaptions = async (address: string | undefined): Promise<EditedCaption[]> => {
  if (address === undefined) return []
  const [{ withKey }, response] = await Promise.all([import('./captions/captions-dialog.tsx'), fetch(address)])
  return response.ok ? readVtt(await response.text()).map(withKey) : []
}

/** A film's poster and captions. */
export const FilmTools = ({ parts, media, player, film }: FilmToolsProps) => {
  const { uploads, change } = media
  const [problem, setProblem] = useState<string | null>(null)
  const [captions, setCaptions] = useState<readonly EditedCaption[] | null>(null)
  const [track] = parts.tracks
  const Dialog = useLazyPart(loadDialog, captions !== null, () => {
    setCaptions(null)
    setProblem(NO_SCRIPT)
  })
  const takePoster = async () => {
    const file = player.current && (await captureFrame(player.current))
    setProblem(file ? null : NO_FRAME)
    if (file) change({ posterUpload: uploads.add(file, 'poster') })
  }
  const openCaptions = () => readCaptions(track?.['src']).then(setCaptions, () => setProblem(NO_SCRIPT))
  const saveCaptions = (file: File | null, language: string) => {
    setCaptions(null)
    if (file === null) change({ tracks: parts.tracks.slice(1), captionsUpload: null })
    else change({ captionsUpload: uploads.add(file, 'captions'), captionsLanguage: language })
  }
  const { poster } = parts.attributes
  return (
    <>
      <div className="picture-actions">
        <Button onClick={() => void takePoster()}>
          {poster === undefined ? 'Use this moment as the poster' : 'Use another moment as the poster'}
        </Button>
        <Button onClick={() => void openCaptions()}>{track === undefined ? 'Add captions' : 'Change the captions'}</Button>
      </div>
      {poster === undefined ? null : <img src={poster} alt="The poster" className="media-poster" />}
      {problem === null ? null : (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {Dialog &&
        captions !== null &&
        createElement(Dialog, {
          film,
          captions,
          language: track?.['srclang'] ?? 'en',
          onSave: saveCaptions,
          onClose: () => setCaptions(null),
        })}
    </>
  )
}

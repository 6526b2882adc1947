import { type RefObject, useRef, useState } from 'react'
import { captureFrame } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import type { PlayerParts } from './player.ts'
import type { MediaNode } from './use-media-node.ts'

export interface FilmParts extends PlayerParts {
  readonly posterUpload: string | null
  readonly captionsUpload: string | null
}

interface FilmToolsProps {
  readonly parts: FilmParts
  readonly media: MediaNode
  readonly player: RefObject<HTMLVideoElement | null>
}

const NO_FRAME = 'This browser cannot show the film, so it cannot take a picture from it.'

/** A WebVTT file beside the film; several tracks, from an import, are kept behind the first. */
const CaptionsTools = ({ tracks, media: { uploads, change } }: Pick<FilmToolsProps, 'media'> & Pick<FilmParts, 'tracks'>) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => picker.current?.click()}>
        <span>{tracks.length === 0 ? 'Add captions (WebVTT file)' : 'Change the captions'}</span>
      </Button>
      {tracks.length === 0 ? null : <Button onClick={() => change({ tracks: tracks.slice(1) })}>Remove the captions</Button>}
      <input
        ref={picker}
        type="file"
        accept=".vtt,text/vtt"
        tabIndex={-1}
        aria-label="Captions file"
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) change({ captionsUpload: uploads.add(file, 'captions') })
          // Cleared, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** A film's poster and captions. */
export const FilmTools = ({ parts, media, player }: FilmToolsProps) => {
  const [hasFrame, setHasFrame] = useState(true)
  const takePoster = async () => {
    const file = player.current && (await captureFrame(player.current))
    setHasFrame(file !== null)
    if (file) media.change({ posterUpload: media.uploads.add(file, 'poster') })
  }
  const { poster } = parts.attributes
  return (
    <>
      <div className="picture-actions">
        <Button onClick={() => void takePoster()}>
          {poster === undefined ? 'Use this moment as the poster' : 'Use another moment as the poster'}
        </Button>
        <CaptionsTools tracks={parts.tracks} media={media} />
      </div>
      {poster === undefined ? null : <img src={poster} alt="The poster" className="media-poster" />}
      {hasFrame ? null : (
        <p role="alert" className="text-danger">
          {NO_FRAME}
        </p>
      )}
    </>
  )
}

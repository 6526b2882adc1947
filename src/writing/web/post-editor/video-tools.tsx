import { type RefObject, useState } from 'react'
import { captureFrame } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { useFileInput } from '#ui/forms/use-file-input.tsx'
import type { PlayerParts } from './player.ts'
import type { MediaNode } from './use-media-node.ts'

export interface VideoParts extends PlayerParts {
  readonly posterUpload: string | null
  readonly captionsUpload: string | null
}

interface VideoToolsProps {
  readonly parts: VideoParts
  readonly media: MediaNode
  readonly player: RefObject<HTMLVideoElement | null>
}

const NO_FRAME = 'This browser cannot show the film, so it cannot take a picture from it.'

/** A WebVTT file beside the video; several tracks, from an import, are kept behind the first. */
const CaptionsTools = ({ tracks, media: { uploads, change } }: Pick<VideoToolsProps, 'media'> & Pick<VideoParts, 'tracks'>) => {
  const { input, choose } = useFileInput({
    label: 'Captions file',
    accept: '.vtt,text/vtt',
    onFile: (file) => change({ captionsUpload: uploads.add(file, 'captions') }),
  })
  return (
    <>
      <Button onClick={choose}>
        <span>{tracks.length === 0 ? 'Add captions (WebVTT file)' : 'Change the captions'}</span>
      </Button>
      {tracks.length === 0 ? null : <Button onClick={() => change({ tracks: tracks.slice(1) })}>Remove the captions</Button>}
      {input}
    </>
  )
}

/** A video's poster and captions. */
export const VideoTools = ({ parts, media, player }: VideoToolsProps) => {
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

import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import AudioLines from 'lucide-react/icons/audio-lines'
import Clapperboard from 'lucide-react/icons/clapperboard'
import { type RefObject, useRef, useState } from 'react'
import { readFileAddress, readableFileName } from '#media/contract/file-address.ts'
import { MediaHead, playsEverywhere } from './media-head.tsx'
import { MediaTools } from './media-tools.tsx'
import { addTranscript } from './media-commands.ts'
import { type VideoParts, VideoTools } from './video-tools.tsx'
import { type PlayerParts, withDescription } from './player.ts'
import { UploadLine } from './upload-line.tsx'
import { type MediaNode, useEditorUpload, useMediaNode } from './use-media-node.ts'
import { Button } from '#ui/components/button.tsx'

const HINTS = {
  video: 'What happens in it? It is read aloud to those who cannot see it.',
  audio: 'What can be heard in it? It is read aloud before it plays.',
} as const

const NOT_EVERYWHERE = 'Not every device can play this. Other readers can download the file.'

const nameOf = (src: string | null, media: MediaNode): string => {
  const file = src === null ? null : readFileAddress(src)
  return media.upload?.file.name ?? (file === null ? '' : readableFileName(file))
}

interface FrameProps {
  readonly parts: PlayerParts
  readonly preview: string | null
  readonly name: string
  readonly player: RefObject<HTMLVideoElement | null>
}

/** Nothing while there is nothing to play, or only a file on this device that its browser cannot play. */
const Frame = (props: FrameProps) => {
  const [unplayable, setUnplayable] = useState<string | null>(null)
  const { parts, preview } = props
  const src = parts.attributes['src'] ?? (preview === unplayable ? null : preview)
  if (src === null) return null
  return (
    <div contentEditable={false} className="media-frame">
      <BrowserPlayer {...props} src={src} onError={() => setUnplayable(preview)} />
    </div>
  )
}

interface BrowserPlayerProps extends FrameProps {
  readonly src: string
  readonly onError: () => void
}

const BrowserPlayer = ({ parts: { name, attributes, tracks }, name: fileName, player, src, onError }: BrowserPlayerProps) => {
  const label = attributes['aria-label'] ?? fileName
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a transcript follows it
  if (name === 'audio') return <audio controls preload="metadata" {...{ src, onError }} aria-label={label} />
  const { width, height, poster } = attributes
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the writer adds them
    <video ref={player} controls playsInline preload="metadata" {...{ src, width, height, poster, onError }} aria-label={label}>
      {tracks.map((track) => (
        <track
          key={track['src']}
          kind="captions"
          src={track['src']}
          srcLang={track['srclang']}
          label={track['label']}
          default={'default' in track}
        />
      ))}
    </video>
  )
}

/** The upload of a video's poster or captions. */
const PartLine = ({ media, id, attribute }: { readonly media: MediaNode; readonly id: string | null; readonly attribute: string }) => {
  const upload = useEditorUpload(media.uploads, id)
  if (id === null || upload === undefined) return null
  return <UploadLine uploads={media.uploads} id={id} upload={upload} onRemove={() => media.change({ [attribute]: null })} />
}

const Remark = ({ src }: { readonly src: string | null }) =>
  playsEverywhere(src) ? null : (
    <p contentEditable={false} className="media-note">
      {NOT_EVERYWHERE}
    </p>
  )

interface ToolsProps extends Pick<FrameProps, 'player'>, Pick<NodeViewProps, 'editor'> {
  readonly parts: VideoParts
  readonly media: MediaNode
}

const Tools = ({ parts, media, player, editor }: ToolsProps) => {
  const src = parts.attributes['src'] ?? null
  return (
    <MediaTools
      what={parts.name === 'video' ? 'film' : 'sound'}
      label="Description"
      hint={HINTS[parts.name]}
      words={parts.attributes['aria-label'] ?? ''}
      onWords={(words) => media.change({ attributes: withDescription(parts, words) })}
      onMove={media.move}
      onRemove={src === null ? null : media.remove}
    >
      {parts.name === 'video' ? (
        <VideoTools parts={parts} media={media} player={player} />
      ) : (
        <Button onClick={() => media.withPosition((pos) => addTranscript(editor.view, pos))}>Write down what is said</Button>
      )}
    </MediaTools>
  )
}

/** A video or audio file in the editor with its caption, and its tools while it is selected. */
export const PlayerView = (props: NodeViewProps) => {
  const { node, editor } = props
  const parts = node.attrs as VideoParts
  const src = parts.attributes['src'] ?? null
  const media = useMediaNode(props)
  const { uploads, uploadId, upload, isCurrent, select, remove } = media
  const player = useRef<HTMLVideoElement>(null)
  const name = nameOf(src, media)
  const isVideo = parts.name === 'video'
  return (
    <NodeViewWrapper as="figure" className={isCurrent ? 'picture media picture-current' : 'picture media'}>
      <MediaHead icon={isVideo ? Clapperboard : AudioLines} name={name} address={src} bytes={upload?.file.size} onSelect={select} />
      <Frame parts={parts} preview={upload?.preview ?? null} name={name} player={player} />
      {upload && src === null ? <UploadLine uploads={uploads} id={uploadId} upload={upload} onRemove={remove} /> : null}
      <PartLine media={media} id={parts.posterUpload} attribute="posterUpload" />
      <PartLine media={media} id={parts.captionsUpload} attribute="captionsUpload" />
      <Remark src={src} />
      <NodeViewContent<'figcaption'> as="figcaption" data-empty={node.content.size === 0 ? '' : undefined} />
      {isCurrent ? <Tools {...{ parts, media, player, editor }} /> : null}
    </NodeViewWrapper>
  )
}

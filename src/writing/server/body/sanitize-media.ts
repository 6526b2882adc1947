import { FOOTNOTE_ID } from '#writing/contract/footnotes.ts'
import type { Transformer } from 'sanitize-html'
import { type FileKind, kindOfFile, readFileAddress } from '#media/contract/file-address.ts'
import { ownPicturePath } from '#media/server/index.ts'

type Attributes = Record<string, string>

const PLAYED: readonly FileKind[] = ['audio', 'video']
const CAPTIONS: readonly FileKind[] = ['captions']

/** A tag name that is not allowed, so that the sanitiser removes the tag and leaves its text. */
const LEFT_OUT = 'left-out'

export const MEDIA_ATTRIBUTES: Record<'audio' | 'video' | 'track', string[]> = {
  audio: ['src', 'controls', 'preload', 'aria-label'],
  video: ['src', 'controls', 'preload', 'poster', 'width', 'height', 'playsinline', 'aria-label'],
  track: ['src', 'kind', 'srclang', 'label', 'default'],
}

/** Allows players of files on this blog, without autoplay. Preserves the order of attributes. */
export function mediaTransformers(publicUrl: string): Record<keyof typeof MEDIA_ATTRIBUTES, Transformer> {
  return {
    audio: player(publicUrl),
    video: player(publicUrl),
    track: (tagName, { ...attribs }) => {
      const src = ownFile(attribs['src'], CAPTIONS, publicUrl)
      if (src === null) return { tagName: LEFT_OUT, attribs: {} }
      for (const name of ['srclang', 'label', 'kind']) if (attribs[name] === '') delete attribs[name]
      if ('default' in attribs) attribs['default'] = ''
      return { tagName, attribs: { ...attribs, src } }
    },
  }
}

const player =
  (publicUrl: string): Transformer =>
  (tagName, { ...attribs }) => {
    const src = ownFile(attribs['src'], PLAYED, publicUrl)
    if (src === null) return { tagName: LEFT_OUT, attribs: {} }
    // `auto` would load the whole video for every reader.
    if (!/^(?:none|metadata)$/.test(attribs['preload'] ?? '')) delete attribs['preload']
    for (const name of ['width', 'height']) if (!/^[1-9]\d{0,4}$/.test(attribs[name] ?? '')) delete attribs[name]
    if ('playsinline' in attribs) attribs['playsinline'] = ''
    if ((attribs['aria-label'] ?? '').trim() === '') delete attribs['aria-label']
    setPoster(attribs, publicUrl)
    const isPlain = attribs['controls'] === undefined
    return { tagName, attribs: isPlain ? { controls: '', ...attribs, src } : { ...attribs, controls: '', src } }
  }

function setPoster(attribs: Attributes, publicUrl: string): void {
  const path = attribs['poster'] === undefined ? null : ownPicturePath(attribs['poster'], publicUrl)
  if (path === null) delete attribs['poster']
  else attribs['poster'] = path
}

function ownFile(address: string | undefined, kinds: readonly FileKind[], publicUrl: string): string | null {
  const path = address === undefined ? null : ownPicturePath(address, publicUrl)
  const file = path === null ? null : readFileAddress(path)
  return file !== null && kinds.includes(kindOfFile(file)) ? path : null
}

export function withFootnoteId({ ...attribs }: Attributes): Attributes {
  if (!FOOTNOTE_ID.test(attribs['id'] ?? '')) delete attribs['id']
  return attribs
}

import { kindOfFile, type MediaFacts, readFileAddress } from '#media/contract/file-address.ts'

type Attributes = Readonly<Record<string, string>>

/** Attributes of a player node. */
export interface PlayerParts {
  readonly name: 'audio' | 'video'
  readonly attributes: Attributes
  readonly tracks: readonly Attributes[]
}

const KEPT = ['preload', 'src', 'width', 'height', 'poster', 'playsinline', 'aria-label']
const KEPT_OF_TRACK = ['src', 'kind', 'srclang', 'label', 'default']

/** @returns false for a file outside our own storage; such a player is dropped */
export function readPlayer(element: Element | undefined): PlayerParts | false {
  const file = readFileAddress(element?.getAttribute('src') ?? '')
  if (element === undefined || file === null || !['audio', 'video'].includes(kindOfFile(file))) return false
  return readParts(element)
}

export const readParts = (element: Element): PlayerParts => ({
  name: element.tagName === 'VIDEO' ? 'video' : 'audio',
  attributes: attributesOf(element, KEPT),
  tracks: Array.from(element.querySelectorAll('track'), (track) => attributesOf(track, KEPT_OF_TRACK)),
})

const attributesOf = (element: Element, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (element.hasAttribute(name) ? [[name, element.getAttribute(name) ?? '']] : [])))

/** Converts to ProseMirror's output of an element: name, attributes and tracks. */
export function toPlayer(attrs: Readonly<Record<string, unknown>>): readonly ['audio' | 'video', Attributes, ...['track', Attributes][]] {
  const { name, attributes, tracks } = attrs as unknown as PlayerParts
  return [name, { controls: '', ...attributes }, ...tracks.map((track): ['track', Attributes] => ['track', track])]
}

export const newPlayer = (role: 'video' | 'audio'): PlayerParts => ({
  name: role === 'video' ? 'video' : 'audio',
  attributes: { preload: 'metadata' },
  tracks: [],
})

/** The player of a stored file. The server knows whether there is a picture in it. */
export function storedPlayer({ name, attributes }: PlayerParts, src: string, media: MediaFacts | null): Omit<PlayerParts, 'tracks'> {
  const { preload = 'metadata', ...others } = attributes
  const size: Attributes = media?.width && media.height ? { width: String(media.width), height: String(media.height) } : {}
  return {
    name: media?.kind === 'audio' ? 'audio' : media?.kind === 'video' ? 'video' : name,
    attributes: { preload, src, ...size, ...others },
  }
}

/** What screen readers call the player. */
export const withDescription = ({ attributes }: PlayerParts, words: string): Attributes => {
  const { 'aria-label': _, ...others } = attributes
  return words === '' ? others : { ...others, 'aria-label': words }
}

/** One track of captions; others, from an import, are kept. */
export const withCaptions = ({ tracks }: PlayerParts, src: string): readonly Attributes[] => [
  { kind: 'captions', src, label: 'Captions', default: '' },
  ...tracks.slice(1),
]

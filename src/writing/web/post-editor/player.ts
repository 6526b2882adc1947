import { kindOfFile, readFileAddress } from '#media/contract/file-address.ts'

type Attributes = Readonly<Record<string, string>>

/** Attributes of a player node. */
export interface PlayerParts {
  readonly name: 'audio' | 'video'
  readonly attributes: Attributes
  readonly tracks: readonly Attributes[]
}

const KEPT = ['src', 'poster', 'width', 'height', 'preload', 'playsinline']
const KEPT_OF_TRACK = ['src', 'kind', 'srclang', 'label', 'default']

/** @returns false for a file outside our own storage; such a player is dropped */
export function readPlayer(element: Element | undefined): PlayerParts | false {
  const file = readFileAddress(element?.getAttribute('src') ?? '')
  if (element === undefined || file === null || !['sound', 'film'].includes(kindOfFile(file))) return false
  return {
    name: element.tagName === 'VIDEO' ? 'video' : 'audio',
    attributes: attributesOf(element, KEPT),
    tracks: Array.from(element.querySelectorAll('track'), (track) => attributesOf(track, KEPT_OF_TRACK)),
  }
}

const attributesOf = (element: Element, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (element.hasAttribute(name) ? [[name, element.getAttribute(name) ?? '']] : [])))

/** Converts to ProseMirror's output of an element: name, attributes and tracks. */
export function toPlayer(attrs: Readonly<Record<string, unknown>>): readonly ['audio' | 'video', Attributes, ...['track', Attributes][]] {
  const { name, attributes, tracks } = attrs as unknown as PlayerParts
  return [name, { controls: '', ...attributes }, ...tracks.map((track): ['track', Attributes] => ['track', track])]
}

import { plural } from '#platform/contract/plural.ts'
import type { ComponentType } from 'react'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import { sizeText } from '#media/web/index.ts'
import { clockText } from './clock-text.ts'

interface MediaHeadProps {
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true'; className?: string }>
  readonly name: string
  /** Address; null while it is not stored. */
  readonly address: string | null
  /** Size of a file that is not stored. */
  readonly bytes: number | undefined
  readonly onSelect: () => void
}

const countPages = (pages: number) => plural(pages, '1 page', 'pages')

const factsOf = (address: string | null, bytes: number | undefined): string => {
  const facts = address === null ? null : mediaFactsOf(address)
  const size = facts?.bytes ?? bytes
  return [
    facts?.kind === 'document' ? facts.name.split('.').at(-1)?.toUpperCase() : undefined,
    facts?.seconds === undefined ? undefined : clockText(facts.seconds),
    size === undefined ? undefined : sizeText(size),
    facts?.pages === undefined ? undefined : countPages(facts.pages),
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** Name and facts of a video, audio file or document. A press selects it, and it is dragged by this line. */
export const MediaHead = ({ icon: Icon, name, address, bytes, onSelect }: MediaHeadProps) => (
  <button type="button" contentEditable={false} data-drag-handle="" className="media-head" onClick={onSelect}>
    <Icon size={20} aria-hidden="true" className="shrink-0" />
    <span className="min-w-0">
      <strong className="wrap-anywhere">{name}</strong> <span className="text-ink-soft">{factsOf(address, bytes)}</span>
    </span>
  </button>
)

export const playsEverywhere = (address: string | null): boolean =>
  address === null || (mediaFactsOf(address)?.playsEverywhere ?? /\.(?:mp4|m4v|mp3|m4a|aac)$/.test(address))

import { useId } from 'react'

interface OfferLineProps {
  readonly words: string
  readonly onUse: () => void
  readonly onDiscard: () => void
}

/** What this device has kept for a text. */
export const OfferLine = ({ words, onUse, onDiscard }: OfferLineProps) => {
  const id = useId()
  return (
    <div className="row border-b border-line bg-sunk px-4 py-1 text-small">
      <span id={id} className="py-2">
        {words}
      </span>
      <button type="button" className="link link-target" aria-describedby={id} onClick={onUse}>
        Put it here
      </button>
      <button type="button" className="link link-target" aria-describedby={id} onClick={onDiscard}>
        Delete it
      </button>
    </div>
  )
}

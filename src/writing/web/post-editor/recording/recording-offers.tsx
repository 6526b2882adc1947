import { useEffect, useState } from 'react'
import { deleteRecording, listRecordings, type RecordingFacts } from '#media/web/index.ts'
import { clockText } from '#writing/web/post-editor/clock-text.ts'
import { OfferLine } from '#writing/web/post-editor/offer-line.tsx'

interface RecordingOffersProps {
  readonly userId: string
  /** Changes when a recording may have been left behind. */
  readonly version: number
  readonly onUse: (facts: RecordingFacts) => void
}

/** Recordings that a closed tab or an empty battery left on this device. */
export const RecordingOffers = ({ userId, version, onUse }: RecordingOffersProps) => {
  const [found, setFound] = useState<readonly RecordingFacts[]>([])
  useEffect(() => {
    let isCurrent = true
    listRecordings(userId).then(
      (recordings) => isCurrent && setFound(recordings),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [userId, version])
  const remove = (facts: RecordingFacts) => setFound((before) => before.filter(({ id }) => id !== facts.id))
  const use = (facts: RecordingFacts) => {
    remove(facts)
    onUse(facts)
  }
  const discard = (facts: RecordingFacts) => {
    remove(facts)
    void deleteRecording(facts.id)
  }
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {found.map((facts) => (
        <OfferLine
          key={facts.id}
          words={`You recorded ${clockText(facts.seconds)} here.`}
          onUse={() => use(facts)}
          onDiscard={() => discard(facts)}
        />
      ))}
    </div>
  )
}

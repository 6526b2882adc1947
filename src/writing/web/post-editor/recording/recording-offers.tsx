import { useEffect, useState } from 'react'
import { deleteRecording, listRecordings, readRecording, type RecordingFacts } from '#media/web/index.ts'
import { clockText } from '#writing/web/post-editor/clock-text.ts'

interface RecordingOffersProps {
  readonly userId: string
  /** Changes when a recording may have been left behind. */
  readonly version: number
  readonly onUse: (file: File) => void
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
  const end = (facts: RecordingFacts) => {
    setFound((before) => before.filter(({ id }) => id !== facts.id))
    return deleteRecording(facts.id)
  }
  const use = async (facts: RecordingFacts) => {
    onUse(await readRecording(facts))
    await end(facts)
  }
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {found.map((facts) => (
        <div key={facts.id} className="flex flex-wrap items-center gap-x-4 border-b border-line bg-sunk px-4 py-1 text-small">
          <span className="py-2">You recorded {clockText(facts.seconds)} here.</span>
          <button type="button" className="link link-target" onClick={() => void use(facts)}>
            Use it
          </button>
          <button
            type="button"
            className="link link-target"
            aria-label={`Delete the recording of ${clockText(facts.seconds)}`}
            onClick={() => void end(facts)}
          >
            Delete
          </button>
        </div>
      ))}
    </div>
  )
}

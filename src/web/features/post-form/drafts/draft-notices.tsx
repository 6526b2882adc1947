import type { ReactNode } from 'react'
import type { KnownDraft } from './draft.ts'
import type { WritingSession } from './writing-session.ts'
import type { WritingState } from './writing-state.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })
const PLACES = { device: 'on this device', server: 'on the server', both: 'on this device and the server' } as const

/** By the reader's own clock; drafts are only ever shown in the browser. */
export const savedWhen = ({ savedAt, place }: KnownDraft): string => `saved ${TIME.format(savedAt)} ${PLACES[place]}`

const Notice = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 rounded-small border-l-4 border-line-strong bg-sunk px-4 py-1 text-small">
    {children}
  </div>
)

interface PressProps {
  readonly onPress: () => void
  readonly label?: string
  readonly children: string
}

const Press = ({ onPress, label, children }: PressProps) => (
  <button type="button" aria-label={label} className="link link-target" onClick={onPress}>
    {children}
  </button>
)

interface DraftNoticesProps {
  readonly session: WritingSession
  readonly state: WritingState
  readonly onComparePublished: () => void
}

/** What the writer should know of other texts, and of where this one comes from. Nothing here takes anything away unasked. */
export const DraftNotices = ({ session, state, onComparePublished }: DraftNoticesProps) => {
  const { restored, discarded, others, isOpenElsewhere, isOutdated } = state
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
      {restored ? (
        <Notice>
          <span>Restored your unsaved text ({savedWhen(restored)})</span>
          <Press onPress={session.discard}>Discard</Press>
        </Notice>
      ) : null}
      {discarded === null ? null : (
        <Notice>
          <span>Your unsaved text was discarded</span>
          <Press onPress={session.takeBack}>Take it back</Press>
        </Notice>
      )}
      {isOutdated ? (
        <Notice>
          <span>This post was published anew since this text was begun</span>
          <Press onPress={onComparePublished}>Show both</Press>
        </Notice>
      ) : null}
      {others.map((draft) => (
        <Notice key={draft.writer}>
          <span>Another unsaved text of yours, {savedWhen(draft)}</span>
          <Press label={`Show both: the one ${savedWhen(draft)}`} onPress={() => session.compare({ kind: 'draft', draft })}>
            Show both
          </Press>
          <Press label={`Throw away the one ${savedWhen(draft)}`} onPress={() => void session.discardOther(draft)}>
            Throw away
          </Press>
        </Notice>
      ))}
      {isOpenElsewhere ? (
        <Notice>
          <span className="py-2">This text is open in another tab, too. Each tab keeps its own.</span>
        </Notice>
      ) : null}
    </div>
  )
}

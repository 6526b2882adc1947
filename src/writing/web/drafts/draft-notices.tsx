import type { ReactNode } from 'react'
import { dateFormat } from '#platform/contract/format-date.ts'
import { useSite } from '#site/web/index.ts'
import type { TextChanges } from '#writing/web/post-form/use-text-changes.tsx'
import type { WritingSession } from './writing-session.ts'
import type { WritingState } from './writing-state.ts'

const TIME = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
const PLACES = { device: 'on this device', server: 'on the server' } as const

const savedWhen = ({ savedAt, place }: NonNullable<WritingState['restored']>, timeZone: string): string =>
  `saved ${dateFormat({ timeZone }, TIME).format(savedAt)} ${PLACES[place]}`

const Notice = ({ words, children }: { readonly words: string; readonly children?: ReactNode }) => (
  <div className="row rounded-small border-l-4 border-line-strong bg-sunk px-4 py-1 text-small">
    <span className="py-2 wrap-anywhere">{words}</span>
    {children}
  </div>
)

const Press = ({ onPress, children }: { readonly onPress: () => void; readonly children: string }) => (
  <button type="button" className="link link-target" onClick={onPress}>
    {children}
  </button>
)

interface DraftNoticesProps {
  readonly isNewPost: boolean
  readonly session: WritingSession
  readonly state: WritingState
  readonly changes: TextChanges
  readonly onBeginNew: () => void
  readonly onDiscard: () => void
  readonly onTakeBack: () => void
  readonly onComparePublished: () => void
}

/** For the region of notices: tells the writer where the current text comes from, and what other forms have done. */
export const DraftNotices = ({ isNewPost, session, state, changes, ...presses }: DraftNoticesProps) => {
  const { timeZone } = useSite()
  const { restored, isMissing, isUnread, discarded, conflict, compared, base, latestRevision } = state
  return (
    <>
      {restored ? (
        <Notice words={`Restored your unsaved text (${savedWhen(restored, timeZone)})`}>
          {isNewPost ? <Press onPress={() => changes.replace(presses.onBeginNew)}>Begin a new post</Press> : null}
          <Press onPress={() => changes.replace(presses.onDiscard)}>Discard</Press>
        </Notice>
      ) : null}
      {isUnread ? <Notice words="Your unsaved texts on the server could not be read. Reload the page to see them." /> : null}
      {isMissing ? <Notice words="That unsaved text is no longer here: it was published or discarded." /> : null}
      {discarded === null ? null : (
        <Notice words="Your unsaved text was discarded">
          <Press onPress={() => changes.replace(presses.onTakeBack)}>Take it back</Press>
        </Notice>
      )}
      {conflict !== null && compared !== 'draft' ? (
        <Notice words="You have changed this text in another place, too">
          <Press onPress={() => changes.apply(session.compareDraft)}>Show both</Press>
        </Notice>
      ) : null}
      {base.revision !== latestRevision && compared !== 'published' ? (
        <Notice words="This post has been published again since you began this text">
          <Press onPress={presses.onComparePublished}>Show both</Press>
        </Notice>
      ) : null}
    </>
  )
}

import type { ReactNode } from 'react'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { dateFormat } from '#platform/contract/format-date.ts'
import type { TextChanges } from '#writing/web/post-form/use-text-changes.tsx'
import type { KnownDraft } from './draft.ts'
import type { WritingSession } from './writing-session.ts'
import type { WritingState } from './writing-state.ts'

const TIME = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
const PLACES = { device: 'on this device', server: 'on the server', both: 'on this device and the server' } as const

/** By the reader's clock; drafts are only shown in the browser. */
export const savedWhen = ({ savedAt, place }: KnownDraft): string => `saved ${dateFormat('en', TIME).format(savedAt)} ${PLACES[place]}`

const Notice = ({ words, children }: { readonly words: string; readonly children?: ReactNode }) => (
  <div className="row rounded-small border-l-4 border-line-strong bg-sunk px-4 py-1 text-small">
    <span className="py-2 wrap-anywhere">{words}</span>
    {children}
  </div>
)

const Press = ({ onPress, label, children }: { readonly onPress: () => void; readonly label?: string; readonly children: string }) => (
  <button type="button" aria-label={label} className="link link-target" onClick={onPress}>
    {children}
  </button>
)

interface OtherDraftProps {
  readonly session: WritingSession
  readonly postId: string
  readonly draft: KnownDraft
  readonly isLive: boolean
  readonly changes: TextChanges
}

/** Each draft is opened in a form of its own. One that another tab has open is that tab's to throw away. */
const OtherDraft = ({ session, postId, draft, isLive, changes }: OtherDraftProps) => {
  const { title } = draft.text
  const when = savedWhen(draft)
  const name = postId === 'new' ? `: ${title === '' ? 'without a title' : inQuotes(title)}` : ' of yours'
  const path = postId === 'new' ? '/create-post' : `/update-post/${postId}`
  return (
    <Notice words={`Another unsaved text${name}, ${when}`}>
      <a href={`${path}?draft=${draft.id}`} className="link link-target" aria-label={`Go on with it: the one ${when}`}>
        Go on with it
      </a>
      {isLive ? null : (
        <Press label={`Throw away the one ${when}`} onPress={() => changes.apply(() => void session.discardOther(draft))}>
          Throw away
        </Press>
      )}
    </Notice>
  )
}

interface DraftNoticesProps {
  readonly postId: string
  readonly session: WritingSession
  readonly state: WritingState
  readonly changes: TextChanges
  readonly onDiscard: () => void
  readonly onComparePublished: () => void
}

/** For the region of notices: tells the writer about other drafts and where the current text comes from. Nothing is deleted unless the writer asks. */
export const DraftNotices = ({ postId, session, state, changes, onDiscard, onComparePublished }: DraftNoticesProps) => {
  const { restored, isMissing, isDeviceSilent, discarded, others, live, base, latestRevision } = state
  const isNewPost = base.revision === null
  const drafts = others.map((draft) => <OtherDraft key={draft.id} {...{ session, postId, draft, changes }} isLive={live.has(draft.id)} />)
  return (
    <>
      {restored ? (
        <Notice words={`Restored your unsaved text (${savedWhen(restored)})`}>
          {isNewPost ? <Press onPress={() => changes.replace(session.beginNew)}>Begin a new post</Press> : null}
          <Press onPress={() => changes.replace(onDiscard)}>Discard</Press>
        </Notice>
      ) : null}
      {isDeviceSilent ? (
        <Notice words="The storage of this browser does not respond. Your text is saved on the server only; reload the page to try again." />
      ) : null}
      {isMissing ? <Notice words="That unsaved text is no longer here: it was published or discarded." /> : null}
      {discarded === null ? null : (
        <Notice words="Your unsaved text was discarded">
          <Press onPress={() => changes.replace(session.takeBack)}>Take it back</Press>
        </Notice>
      )}
      {base.revision !== latestRevision ? (
        <Notice words="This post has been published again since you began this text">
          <Press onPress={onComparePublished}>Show both</Press>
        </Notice>
      ) : null}
      {isNewPost && others.length > 1 ? (
        <details>
          <summary className="link link-target text-small">{others.length} other unsaved texts</summary>
          <div className="stack gap-2">{drafts}</div>
        </details>
      ) : (
        drafts
      )}
      {live.size > 0 ? <Notice words="This text is open in another tab, too. Each tab keeps its own." /> : null}
    </>
  )
}

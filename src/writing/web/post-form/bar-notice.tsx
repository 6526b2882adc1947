import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { askToSignIn, sessionState } from '#accounts/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { isUnsaved, type WritingState } from '#writing/web/drafts/writing-state.ts'
import { type PublishingForm, UNREACHABLE } from './use-publishing.ts'

interface BarNoticeProps {
  readonly state: WritingState
  readonly form: Pick<PublishingForm, 'publishState' | 'publishWhenOnline' | 'stopWaiting' | 'tryAgain'>
}

const Line = ({ words, children }: { readonly words: string; readonly children: ReactNode }) => (
  <div className="alert alert-info row justify-between gap-y-2">
    <span className="min-w-0 flex-1 basis-48">{words}</span>
    {children}
  </div>
)

const isOffline = (state: WritingState) => isUnsaved(state) && state.trouble?.kind === 'offline'

/** A blog that is in trouble is not reached from a device that is online, too. */
const lineWords = () => (navigator.onLine ? 'The blog cannot be reached just now.' : 'You are offline.')

const offlineWords = (state: WritingState) => {
  // Publishing failed although saving works.
  if (!isOffline(state)) return UNREACHABLE
  return state.stored === 'failed' ? lineWords() : `${lineWords()} Your text is safe on this device.`
}

const openSignIn = () => void askToSignIn().catch(() => {})

const content = (
  isSignedOut: boolean,
  { state, form: { publishState, publishWhenOnline, stopWaiting, tryAgain } }: BarNoticeProps,
): ReactNode => {
  if (isSignedOut) {
    return (
      <Line words="Your session has ended. Go on writing; sign in when it suits you.">
        <Button onClick={openSignIn}>Sign in</Button>
      </Line>
    )
  }
  const isWaiting = publishState.type === 'waiting'
  if (isWaiting || publishState.type === 'unreachable' || isOffline(state)) {
    return (
      <Line words={isWaiting ? `${lineWords()} Please leave this page open.` : offlineWords(state)}>
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" className="size-5" checked={isWaiting} onChange={isWaiting ? stopWaiting : publishWhenOnline} />
          Publish when I am back online
        </label>
      </Line>
    )
  }
  if (publishState.type === 'too-slow') {
    return (
      <Line words="The blog has not responded yet. Nothing is published twice.">
        <Button onClick={tryAgain}>Try again</Button>
      </Line>
    )
  }
  if (publishState.type !== 'published') return null
  return (
    <Line words={publishState.isPlanned ? 'Planned.' : 'Published.'}>
      <a href={publishState.path} className="link link-target">
        {publishState.isPlanned ? 'View planned posts' : 'View post'}
      </a>
    </Line>
  )
}

/** The most urgent notice for the writer, with what can be done now. Mounted empty, so that it is announced. */
export const BarNotice = (props: BarNoticeProps) => {
  const isSignedOut = useStore(sessionState) !== 'active'
  return (
    <div role="status" className="empty:-mb-4">
      {content(isSignedOut, props)}
    </div>
  )
}

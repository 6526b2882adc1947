import { useEffect, useEffectEvent, useState } from 'react'
import { browserApi } from '#web/api/browser-api.ts'
import { deviceDrafts } from './device-drafts.ts'
import type { Draft, DraftScope, ServerDrafts } from './draft.ts'
import { storedDeletions } from './draft-deletions.ts'
import { openDraftTabs } from './draft-tabs.ts'
import { draftServer, readServerDrafts } from './server-drafts.ts'
import { WritingSession } from './writing-session.ts'
import type { Published } from './writing-state.ts'

interface SessionOptions {
  readonly scope: DraftScope
  readonly published: Published
  readonly server: ServerDrafts | null
}

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const deletions = storedDeletions(() => localStorage)

/** Reads what this device has; calls `onOpen` once. @returns what closes the session again */
const openSession = ({ scope, published, server }: SessionOptions, onOpen: (session: WritingSession) => void): (() => void) => {
  let session: WritingSession | null = null
  let isClosed = false
  const tabs = openDraftTabs(scope, (live) => session?.setOpenElsewhere(live))
  const open = async () => {
    const [device, liveWriters] = await Promise.all([
      deviceDrafts.list(scope).catch((): Draft[] => []),
      tabs.ask().catch(() => new Set<string>()),
    ])
    if (isClosed) return
    const readServer = () => readServerDrafts(browserApi, scope.postId)
    const places = { server, drafts: draftServer, device: deviceDrafts, pendingDeletions: deletions, readServer }
    session = new WritingSession({ scope, published, ...places, now: Date.now, after, liveWriters, onWriter: tabs.hold }, device)
    onOpen(session)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', () => session?.wake(), { signal })
  // A closed laptop, a telephone put away: it may be the last moment.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' ? session?.flush() : session?.wake()), {
    signal,
  })
  const goAway = () => {
    session?.flushNow()
    tabs.pause()
  }
  addEventListener('pagehide', goAway, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && tabs.resume(), { signal })
  void open()
  return () => {
    isClosed = true
    listening.abort()
    tabs.close()
    session?.close()
  }
}

/** The writing session of a form; null until the drafts on this device have been read. */
export const useWritingSession = (options: SessionOptions): WritingSession | null => {
  const [session, setSession] = useState<WritingSession | null>(null)
  const open = useEffectEvent(() => openSession(options, setSession))
  useEffect(() => open(), [])
  return session
}

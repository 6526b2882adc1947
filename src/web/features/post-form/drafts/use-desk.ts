import { useEffect, useEffectEvent, useState } from 'react'
import { browserApi } from '#web/api/browser-api.ts'
import { deviceDrafts, keepNow } from './device-drafts.ts'
import type { Draft, DraftScope, ServerDrafts } from './draft.ts'
import { openDraftTabs } from './draft-tabs.ts'
import { draftServer, readServerDrafts } from './server-drafts.ts'
import { type Published, WritingDesk } from './writing-desk.ts'

interface DeskOptions {
  readonly scope: DraftScope
  readonly published: Published
  readonly server: ServerDrafts | null
}

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Reads what this device has; calls `onOpen` once. @returns what closes the desk again */
const openDesk = ({ scope, published, server }: DeskOptions, onOpen: (desk: WritingDesk) => void): (() => void) => {
  let desk: WritingDesk | null = null
  let isClosed = false
  const tabs = openDraftTabs(scope, (live) => desk?.tellTabs(live))
  const open = async () => {
    const [device, liveWriters] = await Promise.all([
      deviceDrafts.list(scope).catch((): Draft[] => []),
      tabs.ask().catch(() => new Set<string>()),
    ])
    if (isClosed) return
    const readServer = () => readServerDrafts(browserApi, scope.postId)
    const places = { server, drafts: draftServer, device: deviceDrafts, readServer }
    desk = new WritingDesk({ scope, published, ...places, now: Date.now, after, liveWriters, onWriter: tabs.hold }, device)
    onOpen(desk)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', () => desk?.wake(), { signal })
  // A closed laptop, a telephone put away: it may be the last moment.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' ? desk?.flush() : desk?.wake()), {
    signal,
  })
  const goAway = () => {
    const unsaved = desk?.readUnsaved()
    if (unsaved) keepNow(scope, unsaved)
    tabs.pause()
  }
  addEventListener('pagehide', goAway, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && tabs.resume(), { signal })
  void open()
  return () => {
    isClosed = true
    listening.abort()
    tabs.close()
    desk?.close()
  }
}

/** The desk of a form, null until the device was asked what it keeps. */
export const useDesk = (options: DeskOptions): WritingDesk | null => {
  const [desk, setDesk] = useState<WritingDesk | null>(null)
  const open = useEffectEvent(() => openDesk(options, setDesk))
  useEffect(() => open(), [])
  return desk
}

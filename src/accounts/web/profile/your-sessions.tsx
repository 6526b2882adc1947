import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ListedSession, endOtherSessions, endSession } from '#accounts/contract/auth.endpoints.ts'
import { SESSIONS_PER_USER_MAX } from '#accounts/contract/account-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { Card } from '#ui/components/card.tsx'

interface SessionLineProps {
  readonly session: ListedSession
  readonly onEnd: () => void
}

const SessionLine = ({ session, onEnd }: SessionLineProps) => {
  const id = useId()
  return (
    <ListRow className="last:pb-0">
      <div id={id} className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {session.device}
          {session.current ? <Badge className="ml-2">This one</Badge> : null}
        </p>
        <p className="text-small text-ink-soft">
          Last seen <LocalTime at={session.lastSeenAt} />
        </p>
      </div>
      {session.current ? null : (
        <button
          type="button"
          id={`${id}-end`}
          aria-label="End the session of"
          aria-labelledby={`${id}-end ${id}`}
          className="-mx-2 min-h-[44px] rounded-full px-2 font-medium text-danger hover:underline"
          onClick={onEnd}
        >
          End
        </button>
      )}
    </ListRow>
  )
}

/** The pressed button is gone: focuses the next session, or the heading. */
const focusSession = (section: HTMLElement | null, index: number) => {
  const lines = section?.querySelectorAll('li') ?? []
  const button = lines[Math.min(index, lines.length - 1)]?.querySelector('button')
  ;(button ?? section?.querySelector('h2'))?.focus()
}

/** The user's sessions: their devices, when they were last used, and how to end them. */
export const YourSessions = ({ sessions: initial }: { readonly sessions: readonly ListedSession[] }) => {
  const [sessions, setSessions] = useState(initial)
  const section = useRef<HTMLElement>(null)
  const { run, isBusy, error } = useAction()
  const attempt = (work: () => Promise<unknown>, isLeft: (session: ListedSession) => boolean) =>
    run(async () => {
      const index = sessions.findIndex((session) => !isLeft(session))
      await work()
      // The focus moves to the next row, or the one before: both by their place after the removal.
      flushSync(() => setSessions(sessions.filter(isLeft)))
      focusSession(section.current, index)
    })
  const end = ({ _id }: ListedSession) =>
    attempt(
      () => browserApi(endSession, { params: { sessionId: _id } }),
      (session) => session._id !== _id,
    )
  const endOthers = () =>
    attempt(
      () => browserApi(endOtherSessions),
      (session) => session.current,
    )
  return (
    <Card as="section" ref={section} aria-labelledby="your-sessions">
      <h2 id="your-sessions" tabIndex={-1} className="text-[1.25rem] outline-none">
        Your sessions
      </h2>
      <ul className="mt-1">
        {sessions.map((session) => (
          <SessionLine key={session._id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
      {sessions.length >= SESSIONS_PER_USER_MAX ? (
        <p className="mt-3 text-small text-ink-soft">
          You are signed in {SESSIONS_PER_USER_MAX} times, which is the most there can be: with each new sign-in, the session that was not
          used for the longest time ends.
        </p>
      ) : null}
      {sessions.length > 1 ? (
        <Button className="mt-3" busy={isBusy} onClick={() => void endOthers()}>
          End all other sessions
        </Button>
      ) : null}
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}

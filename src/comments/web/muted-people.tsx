import { useRef, useState } from 'react'
import { unmuteUser } from '#comments/contract/mutes.endpoints.ts'
import type { listMuted } from '#comments/contract/mutes.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { useAction } from '#ui/forms/use-action.ts'

type Muted = CallOutput<typeof listMuted>['muted']

/** The people whose replies are not mailed; nothing while there are none. */
export const MutedPeople = ({ muted: initial }: { readonly muted: Muted }) => {
  const [muted, setMuted] = useState(initial)
  const notice = useRef<HTMLParagraphElement>(null)
  const { run, isBusy, error } = useAction()
  const unmute = (userId: string) =>
    run(async () => {
      await browserApi(unmuteUser, { params: { mutedId: userId } })
      changeAndFocus(
        () => setMuted(muted.filter(({ _id }) => _id !== userId)),
        () => notice.current,
      )
    })
  if (initial.length === 0) return null
  return (
    <Card as="section" aria-labelledby="muted-people">
      <h2 id="muted-people" className="text-[1.25rem]">
        Muted
      </h2>
      <p className="text-small text-ink-soft">Their replies to you are not mailed. On the blog you see them as before.</p>
      <ul className="mt-2 divide-y divide-line">
        {muted.map((user) => (
          <li key={user._id} className="row justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">
              {nameOfUser(user)} {user.displayName === undefined ? null : <span className="text-ink-soft">@{user.username}</span>}
            </span>
            <Button busy={isBusy} aria-label={`Unmute ${nameOfUser(user)}`} onClick={() => void unmute(user._id)}>
              Unmute
            </Button>
          </li>
        ))}
      </ul>
      <p ref={notice} role="status" tabIndex={-1} className="sr-only">
        {muted.length < initial.length ? 'Replies of this person are mailed to you again.' : null}
      </p>
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </Card>
  )
}

import { useState } from 'react'
import { muteUser } from '#comments/contract/mutes.endpoints.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'

/** Ends mails about what this person replies. */
export const MuteWriter = ({ userId }: { readonly userId: string }) => {
  const [done, setDone] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  const { mail: canMail } = useSite()
  const mute = () => run(async () => setDone((await browserApi(muteUser, { params: { userId } })).message))
  if (!canMail) return null
  return (
    <>
      {done === null ? (
        <button type="button" className="text-button" disabled={isBusy} onClick={() => void mute()}>
          Mute
        </button>
      ) : null}
      <span role="status" className={(done ?? error) === null ? 'sr-only' : 'text-small'}>
        {done ?? error}
      </span>
    </>
  )
}

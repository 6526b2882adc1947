import { useState } from 'react'
import { type AccountTraces, getTraces } from '#comments/contract/removals.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { RemovalDialog } from './removal-dialog.tsx'
import { useAction } from '#ui/forms/use-action.ts'

interface RemoveAccountProps {
  readonly user: { readonly _id: string; readonly username: string }
}

/** Removes all comments and hearts of an account, and disables it, after showing what goes. */
export const RemoveAccount = ({ user: { _id: userId, username } }: RemoveAccountProps) => {
  const [traces, setTraces] = useState<AccountTraces | null>(null)
  const { run, isBusy, error } = useAction()
  const open = async () => setTraces(await browserApi(getTraces, { params: { userId } }))
  return (
    <>
      <button type="button" className="text-button quiet-danger" aria-disabled={isBusy || undefined} onClick={() => void run(open)}>
        Remove everything <span className="sr-only">of @{username}</span>
      </button>
      {error === null ? null : <span role="alert">{error}</span>}
      {traces === null ? null : <RemovalDialog traces={traces} onCancel={() => setTraces(null)} />}
    </>
  )
}

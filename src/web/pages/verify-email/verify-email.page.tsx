import { browserApi } from '#web/api/browser-api.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { forgetLinkToken, readLinkToken } from '#web/features/session/link-token.ts'
import { useRequest } from '#web/features/session/use-request.ts'
import { Brand } from '#web/layout/brand.tsx'
import type { PageHead } from '#web/page-head.ts'
import { useAppStore } from '#web/store/app-store.ts'
import { userActions } from '#web/store/user-actions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export const head = (): PageHead => ({
  title: 'Confirm your email address',
  description: 'Confirm that an email address is yours.',
  path: '/verify-email',
  noIndex: true,
})

/** A reader who is signed in here sees it on the profile at once. */
const refreshAccount = async () => {
  if (useAppStore.getState().user.currentUser === null) return
  await browserApi('GET /api/auth/session').then(userActions.signInSuccess, () => {})
}

/** A press, not the visit, confirms: programs that look at the links of a mail must not. */
export const Component = () => {
  const { state, send } = useRequest(async () => {
    const answer = await browserApi('POST /api/auth/verify-email', { body: { token: readLinkToken() } })
    forgetLinkToken()
    await refreshAccount()
    return answer
  })
  return (
    <EntryScreen title="Confirm your email address" brand={<Brand />} intro="One press, and it is done.">
      {state.kind === 'done' ? (
        <>
          <Alert kind="success">{state.message}</Alert>
          <LinkButton href="/">Go home</LinkButton>
        </>
      ) : (
        <>
          {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
          <Button variant="primary" busy={state.kind === 'busy'} onClick={() => void send()}>
            Yes, this address is mine
          </Button>
        </>
      )}
    </EntryScreen>
  )
}

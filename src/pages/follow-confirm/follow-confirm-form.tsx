import { confirmFollowing } from '#following/contract/following.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LinkTokenField, readLinkToken } from '#accounts/web/session/link-token.tsx'
import { AccountForm } from '#accounts/web/session/account-form.tsx'
import { useAccountForm } from '#accounts/web/session/use-account-form.ts'

/** Confirms on a press, not on the visit, because mail programs may open links. */
export const FollowConfirmForm = () => {
  const form = useAccountForm({
    name: 'follow-confirm',
    required: [],
    send: async () => {
      const { link } = await browserApi(confirmFollowing, { body: { token: readLinkToken() } })
      location.replace(`/following?${new URLSearchParams({ link, welcome: '1' })}`)
    },
  })
  return (
    <AccountForm name="follow-confirm" form={form} submitLabel="Yes, mail me what is new">
      <LinkTokenField value={form.valueOf('token')} error={form.errorOf('token')} />
    </AccountForm>
  )
}

import { confirmFollowing } from '#following/contract/following.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AccountForm, LinkTokenField, readLinkToken, useAccountForm } from '#accounts/web/index.ts'

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

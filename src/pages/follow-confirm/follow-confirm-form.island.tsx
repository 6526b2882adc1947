import { AccountForm, LinkTokenField, withLinkToken } from '#accounts/web/index.ts'
import { confirmFollowing } from '#newsletter/contract/newsletter.endpoints.ts'
import { confirmFollowingForm } from '#newsletter/contract/newsletter.forms.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'

/** Confirms on a press, not on the visit, because mail programs may open links. */
export const FollowConfirmForm = () => {
  const form = useDeclaredForm(confirmFollowingForm, {
    send: (body) => browserApi(confirmFollowing, { body: withLinkToken(body) }),
    // Replaces the page, as its address contains the token.
    onDone: (output) => location.replace(confirmFollowingForm.nextOf(output, new URL(location.href)) ?? '/following'),
  })
  return (
    <AccountForm form={form} anchor={null} submitLabel="Yes, mail me what is new">
      <LinkTokenField form={form} />
    </AccountForm>
  )
}

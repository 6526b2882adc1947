import type { OwnFollowing } from '#following/contract/following.endpoints.ts'
import { ownMailsForm } from '#following/contract/following.forms.ts'
import { CategoriesField } from './categories-field.tsx'
import { COMMENT_CADENCE_OPTIONS, POST_CADENCE_OPTIONS } from './cadence-words.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Card } from '#ui/components/card.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SaveRow } from '#ui/dashboard/settings-form.tsx'

interface YourMailsProps {
  readonly following: OwnFollowing
  readonly isAdmin: boolean
}

const NEVER = { value: '', label: 'Never' }

/** Mails that a member gets (docs/product.md, 19). */
export const YourMails = ({ following, isAdmin }: YourMailsProps) => {
  const form = useDeclaredForm(ownMailsForm)
  return (
    <Card as="section" id="mails" aria-labelledby="mails-title">
      <h2 id="mails-title" className="text-[1.25rem]">
        Mails
      </h2>
      {following.hasBounced ? (
        <Alert kind="info" className="mt-3">
          Your address has refused our mails, so none are sent. Choose again to try once more.
        </Alert>
      ) : null}
      {following.isConfirmed ? null : (
        <p className="mt-1 text-small text-ink-soft">They begin once your email address is confirmed: press ‘Send me a link’.</p>
      )}
      <DeclaredForm form={form} className="mt-3 stack">
        <SelectField label="New posts" name="posts" defaultValue={following.posts ?? ''} options={[NEVER, ...POST_CADENCE_OPTIONS]} />
        <CategoriesField chosen={following.categories} />
        <CheckField name="replies" label="Replies to my comments" defaultChecked={following.replies} />
        {isAdmin ? (
          <SelectField
            label="New comments"
            name="comments"
            defaultValue={following.comments ?? ''}
            options={[NEVER, ...COMMENT_CADENCE_OPTIONS]}
          />
        ) : null}
        {isAdmin ? (
          <CheckField
            name="waiting"
            label="What is waiting for me"
            hint="Comments that wait for approval, and people who ask to be let in; at most one mail an hour."
            defaultChecked={following.waiting}
          />
        ) : null}
        <FormMessage form={form} />
        <SaveRow form={form} />
      </DeclaredForm>
    </Card>
  )
}

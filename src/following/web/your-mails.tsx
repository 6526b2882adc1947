import { type OwnFollowing, updateOwnFollowing } from '#following/contract/following.endpoints.ts'
import { COMMENT_CADENCES, POST_CADENCES } from '#following/contract/cadences.ts'
import { toFailure } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { CategoriesField } from './categories-field.tsx'
import { COMMENT_CADENCE_OPTIONS, POST_CADENCE_OPTIONS } from './cadence-words.ts'
import { Alert } from '#ui/components/alert.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SaveRow } from '#ui/dashboard/settings-form.tsx'

interface YourMailsProps {
  readonly following: OwnFollowing
  readonly isAdmin: boolean
}

const NEVER = { value: '', label: 'Never' }

const readChoices = (data: FormData) => {
  const categories = data.getAll('categories').map(String)
  return {
    posts: POST_CADENCES.find((one) => one === data.get('posts')) ?? null,
    categories: categories.length === 0 ? null : categories,
    replies: data.has('replies'),
    comments: COMMENT_CADENCES.find((one) => one === data.get('comments')) ?? null,
  }
}

/** Mails that a member gets (docs/product.md, 19). */
export const YourMails = ({ following, isAdmin }: YourMailsProps) => {
  const form = useForm({
    toFailure,
    send: async (data) => (await browserApi(updateOwnFollowing, { body: readChoices(data) })).message,
  })
  return (
    <section id="mails" aria-labelledby="mails-title" className="rounded-card border border-line bg-surface p-5">
      <h2 id="mails-title" className="text-[1.25rem]">
        Mails
      </h2>
      {following.hasBounced ? (
        <Alert kind="info" className="mt-3">
          Your address has refused our mails, so none are sent. Choose again to try once more.
        </Alert>
      ) : null}
      {following.isConfirmed ? null : (
        <p className="mt-1 text-small text-ink-soft">
          They begin once your email address is confirmed: ‘Send me a link’ mails you what confirms it.
        </p>
      )}
      <form method="post" noValidate className="mt-3 grid gap-4" {...form.props}>
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
        <FormMessage form={form} />
        <SaveRow form={form} />
      </form>
    </section>
  )
}

import type { ReactNode } from 'react'
import type { OwnFollowing } from '#following/contract/following.endpoints.ts'
import { firstMailsForm } from '#following/contract/following.forms.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'

const CHOICES = [
  { value: 'at_once', label: 'At once', hint: 'A mail for each new post, and for each reply to a comment of yours.' },
  {
    value: 'daily',
    label: 'Once a day',
    hint: 'One mail with all that is new, only if there is something; replies to your comments at once.',
  },
  { value: '', label: 'No mails', hint: 'You look in when you like.' },
] as const

/** What is chosen already, for a member who comes back to the question. */
const chosenOf = ({ posts, replies }: OwnFollowing): string | undefined => (posts === null && !replies ? undefined : (posts ?? undefined))

/** One question with three choices, none of them made beforehand (docs/product.md, 19). */
export const FirstMails = ({ following, children }: { readonly following: OwnFollowing; readonly children: ReactNode }) => {
  const form = useDeclaredForm(firstMailsForm)
  const chosen = form.valueOf('posts') ?? chosenOf(following)
  if (form.state.type === 'done') {
    return (
      <>
        <Done form={form}>{(message) => message}</Done>
        {children}
      </>
    )
  }
  return (
    <DeclaredForm form={form}>
      <fieldset className="grid min-w-0 gap-2" aria-describedby="first-mails-error">
        <legend className="mb-1.5 font-medium">When there is something new, shall we write to you?</legend>
        {CHOICES.map(({ value, label, hint }) => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-small border border-line-strong bg-surface p-3 has-checked:border-heart has-checked:bg-heart-tint"
          >
            <input
              type="radio"
              name="posts"
              value={value}
              defaultChecked={chosen === value}
              aria-labelledby={`mails-${value}`}
              aria-describedby={`mails-${value}-hint`}
              className="mt-0.5 size-5 accent-heart"
            />
            <span id={`mails-${value}`} className="font-medium">
              {label}
            </span>
            <span id={`mails-${value}-hint`} className="col-start-2 text-small text-ink-soft">
              {hint}
            </span>
          </label>
        ))}
        <p id="first-mails-error" className="text-small font-medium text-danger">
          {form.errorOf('posts')}
        </p>
      </fieldset>
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Save
      </Button>
    </DeclaredForm>
  )
}

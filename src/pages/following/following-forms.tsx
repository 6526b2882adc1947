import type { LinkedFollowing } from '#following/contract/following.endpoints.ts'
import { changeFollowingForm, endFollowingForm, resumeFollowingForm } from '#following/contract/following.forms.ts'
import { Button } from '#ui/components/button.tsx'
import { CategoriesField, POST_CADENCE_OPTIONS } from '#following/web/index.ts'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'

interface EndFormsProps {
  readonly following: LinkedFollowing
  readonly link: string
}

interface EndFormProps {
  readonly link: string
  readonly what: 'posts' | 'replies' | 'comments' | 'all'
  readonly label: string
}

const EndForm = ({ link, what, label }: EndFormProps) => {
  const form = useDeclaredForm(endFollowingForm, { instance: { what } })
  return (
    <DeclaredForm form={form}>
      <input type="hidden" name="link" value={link} />
      <FormMessage form={form} />
      <Button type="submit">{label}</Button>
    </DeclaredForm>
  )
}

interface EndNowProps {
  readonly link: string
  readonly what: EndedMails
}

const ENDED_MAILS = { posts: 'new posts', replies: 'replies', comments: 'comments' } as const
export type EndedMails = keyof typeof ENDED_MAILS

export const isEndedMails = (what: string | null): what is EndedMails => what !== null && Object.hasOwn(ENDED_MAILS, what)

/** Whether these mails still come. */
export const comes = (following: LinkedFollowing, what: EndedMails): boolean =>
  what === 'replies' ? following.replies : following[what] !== null

/**
 * Opened from the link of a mail: the script sends it at once, for a person (`send-now.ts`). Mail programs that open every link
 * press no button.
 */
export const EndNow = ({ link, what }: EndNowProps) => {
  const form = useDeclaredForm(endFollowingForm, { instance: { what } })
  return (
    <div data-send-now="">
      <DeclaredForm form={form}>
        <input type="hidden" name="link" value={link} />
        <FormMessage form={form} />
        <Button type="submit" variant="primary">
          {`No more mails about ${ENDED_MAILS[what]}`}
        </Button>
      </DeclaredForm>
    </div>
  )
}

/** Takes back what was ended. */
export const ResumeForm = ({ link }: { readonly link: string }) => {
  const form = useDeclaredForm(resumeFollowingForm)
  return (
    <DeclaredForm form={form}>
      <input type="hidden" name="link" value={link} />
      <FormMessage form={form} />
      <Button type="submit">Undo: send them again</Button>
    </DeclaredForm>
  )
}

/** One form for each kind of mail that can be ended. */
export const EndForms = ({ following: { posts, replies, comments, isMember }, link }: EndFormsProps) => {
  if (!isMember) return posts === null ? null : <EndForm link={link} what="all" label="No more mails" />
  const several = [posts !== null, replies, comments !== null].filter(Boolean).length > 1
  return (
    <>
      {posts === null ? null : <EndForm link={link} what="posts" label="No more mails about new posts" />}
      {replies ? <EndForm link={link} what="replies" label="No more mails about replies" /> : null}
      {comments === null ? null : <EndForm link={link} what="comments" label="No more mails about comments" />}
      {several ? <EndForm link={link} what="all" label="No mails at all" /> : null}
      <a href="/dashboard?tab=profile#mails" className="link link-target">
        Choose in my profile
      </a>
    </>
  )
}

interface FormProps {
  readonly following: LinkedFollowing
  readonly link: string
}

/** Posted to this page; it works without scripts. */
export const ChangeForm = ({ following, link }: FormProps) => {
  const form = useDeclaredForm(changeFollowingForm)
  return (
    <DeclaredForm form={form}>
      <input type="hidden" name="link" value={link} />
      <SelectField
        label="New posts"
        name="posts"
        defaultValue={form.valueOf('posts') ?? following.posts ?? 'weekly'}
        options={POST_CADENCE_OPTIONS}
        error={form.errorOf('posts')}
      />
      <CategoriesField chosen={following.categories} error={form.errorOf('categories')} />
      {form.state.type === 'done' ? <Done form={form}>{(message) => message}</Done> : <FormMessage form={form} />}
      <Button type="submit" variant="primary">
        {following.posts === null ? 'Mail me new posts' : 'Save'}
      </Button>
    </DeclaredForm>
  )
}

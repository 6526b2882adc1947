import type { LinkedFollowing } from '#following/contract/following.endpoints.ts'
import { changeFollowingForm, endFollowingForm } from '#following/contract/following.forms.ts'
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

/** One form for each kind of mail that can be ended. */
export const EndForms = ({ following: { posts, replies, comments, isMember }, link }: EndFormsProps) => {
  if (!isMember) return <EndForm link={link} what="all" label="No more mails" />
  const several = [posts !== null, replies, comments !== null].filter(Boolean).length > 1
  return (
    <>
      {posts === null ? null : <EndForm link={link} what="posts" label="No more new posts" />}
      {replies ? <EndForm link={link} what="replies" label="No more replies" /> : null}
      {comments === null ? null : <EndForm link={link} what="comments" label="No more comments" />}
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

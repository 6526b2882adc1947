import type { LinkedFollowing } from '#following/contract/following.endpoints.ts'
import { Button } from '#ui/components/button.tsx'
import { CategoriesField, POST_CADENCE_OPTIONS } from '#following/web/index.ts'
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

const EndForm = ({ link, what, label }: EndFormProps) => (
  <form method="post" className="stack">
    <input type="hidden" name="form" value="following-end" />
    <input type="hidden" name="link" value={link} />
    <input type="hidden" name="what" value={what} />
    <Button type="submit">{label}</Button>
  </form>
)

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
export const ChangeForm = ({ following, link }: FormProps) => (
  <form method="post" className="stack">
    <input type="hidden" name="form" value="following-change" />
    <input type="hidden" name="link" value={link} />
    <SelectField label="New posts" name="posts" defaultValue={following.posts ?? 'weekly'} options={POST_CADENCE_OPTIONS} />
    <CategoriesField chosen={following.categories} />
    <Button type="submit" variant="primary">
      {following.posts === null ? 'Mail me new posts' : 'Save'}
    </Button>
  </form>
)

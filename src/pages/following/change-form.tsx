import type { LinkedFollowing } from '#following/contract/following.endpoints.ts'
import { CategoriesField, POST_CADENCE_OPTIONS } from '#following/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'

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

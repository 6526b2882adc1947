import type { LinkedFollowing } from '#contract/endpoints/following.ts'
import { CategoriesField } from '#web/features/categories-field.tsx'
import { POST_CADENCE_OPTIONS } from '#web/features/cadence-words.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

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

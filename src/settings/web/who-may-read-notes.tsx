import type { Outsiders, Settings } from '#site/contract/settings.endpoints.ts'
import { PREVIEW_AUDIENCES, PREVIEW_NAMES, previewPath } from '#site/contract/preview.ts'

export type Access = Pick<Settings, 'isClosed' | 'signUp' | 'defaultAudience'>

const countOf = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

interface GapsProps {
  readonly access: Access
  readonly outsiders: Outsiders
}

/** Who comes in although the choice promises otherwise. The region is there before, so a change is announced. */
export const Gaps = ({ access: { isClosed, signUp }, outsiders: { accounts, posts } }: GapsProps) => (
  <div role="status" className="stack gap-2 font-medium text-danger empty:hidden">
    {isClosed && signUp === 'open' ? (
      <p>The blog is closed, but everybody can sign up: a stranger who does so reads all that is not for the family alone.</p>
    ) : null}
    {isClosed && signUp === 'invitation' && accounts > 0 && posts > 0 ? (
      <p>
        {countOf(accounts, 'account is', 'accounts are')} not of the family, and can still sign in and read{' '}
        {countOf(posts, 'post', 'posts')}. You can{' '}
        <a href="/dashboard?tab=users" className="link">
          change their role, or disable them
        </a>
        .
      </p>
    ) : null}
  </div>
)

/** The blog with the eyes of others. */
export const PreviewLinks = () => (
  <ul aria-label="See the blog as others do" className="row">
    {PREVIEW_AUDIENCES.map((audience) => (
      <li key={audience}>
        <a href={previewPath(audience, '/')} target="_blank" rel="noreferrer" className="link link-target">
          What does {PREVIEW_NAMES[audience]} see?
          <span className="sr-only"> (in a new tab)</span>
        </a>
      </li>
    ))}
  </ul>
)

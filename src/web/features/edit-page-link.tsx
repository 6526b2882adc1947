import type { FixedPageId } from '#contract/blog-pages.ts'
import type { BlogPage } from '#contract/endpoints/blog-pages.ts'
import { AdminLink } from './admin-link.tsx'

interface EditPageLinkProps {
  readonly id: FixedPageId
  readonly page: BlogPage | null
  readonly className?: string
}

/** Leads admins to the editor, and says whose words they see. */
export const EditPageLink = ({ id, page, className = '' }: EditPageLinkProps) => (
  <AdminLink href={`/update-post/${id}`} className={`no-print link link-target text-small ${className}`}>
    {page === null ? 'This is our starter text. Make it yours' : 'Edit these words'}
  </AdminLink>
)

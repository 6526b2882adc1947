import type { FixedPageId } from '#site/contract/blog-pages.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import { AdminLink } from './admin-link.tsx'

interface EditPageLinkProps {
  readonly id: FixedPageId
  readonly page: BlogPage | null
  readonly className?: string
}

/** Link to the editor for admins; its label differs for the starter text and the family's own. */
export const EditPageLink = ({ id, page, className = '' }: EditPageLinkProps) => (
  <AdminLink href={`/update-post/${id}`} className={`no-print link link-target text-small ${className}`}>
    {page === null ? 'This is our starter text. Make it yours' : 'Edit these words'}
  </AdminLink>
)

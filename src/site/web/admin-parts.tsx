import type { ComponentProps } from 'react'
import { usePage, useSite } from './page-context.ts'
import type { FixedPageId } from '#site/contract/blog-pages.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'

/** A link for admins. On shared member pages it is hidden until `watchAccount` knows the user. */
export const AdminLink = (props: ComponentProps<'a'> & { readonly href: string }) => {
  const { isMember, session } = usePage()
  if (!isMember) return null
  return (
    <a {...props} data-admin-only="" hidden={session?.isAdmin !== true}>
      {props.children}
    </a>
  )
}

/** A part of the page for admins. On shared member pages it is hidden until `watchAccount` knows the user. */
export const AdminPart = (props: ComponentProps<'div'>) => {
  const { isMember, session } = usePage()
  if (!isMember) return null
  return (
    <div {...props} data-admin-only="" hidden={session?.isAdmin !== true}>
      {props.children}
    </div>
  )
}

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

/** Reminds admins that the privacy policy must name a contact; renders nothing if there is one. */
export const ContactNote = () => {
  if (useSite().contact !== '') return null
  return (
    <p className="text-small">
      The Privacy Policy does not say yet whom to ask.{' '}
      <a href="/dashboard?tab=settings&section=blog" className="link link-target">
        Add a contact
      </a>
    </p>
  )
}

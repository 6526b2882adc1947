import type { ComponentProps } from 'react'
import { usePage } from './page-context.ts'

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

import type { ComponentProps } from 'react'
import { usePage } from './page-context.ts'

/** A note for admins. On shared member pages it is hidden until `watchAccount` knows the user. */
export const AdminNote = (props: ComponentProps<'p'>) => {
  const { isMember, session } = usePage()
  if (!isMember) return null
  return (
    <p {...props} data-admin-only="" hidden={session?.isAdmin !== true}>
      {props.children}
    </p>
  )
}

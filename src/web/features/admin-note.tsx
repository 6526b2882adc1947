import type { ComponentProps } from 'react'
import { usePage } from '#web/page/page-context.ts'

/** Words for admins. On pages that all members share they are hidden until `watchAccount` knows who reads. */
export const AdminNote = (props: ComponentProps<'p'>) => {
  const { isMember, session } = usePage()
  if (!isMember) return null
  return (
    <p {...props} data-admin-only="" hidden={session?.isAdmin !== true}>
      {props.children}
    </p>
  )
}

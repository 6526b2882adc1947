import { useSite } from '#web/page/page-context.ts'

/** Where the policy is written: readers must know whom to ask. Nothing where there is a contact. */
export const ContactNote = () => {
  if (useSite().contact !== '') return null
  return (
    <p className="text-small">
      The Privacy Policy names nobody to ask yet.{' '}
      <a href="/dashboard?tab=settings#blog" className="link link-target">
        Add a contact
      </a>
    </p>
  )
}

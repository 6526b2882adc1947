import { useSite } from './page-context.ts'

/** Reminds admins that the privacy policy must name a contact; renders nothing if there is one. */
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

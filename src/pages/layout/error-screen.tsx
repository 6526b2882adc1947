import { FAILED_PAGE } from '#platform/contract/plain-page.ts'
import { errorMessage, errorReference } from '#ui/api/api-error.ts'
import { buttonStyle } from '#ui/components/button.tsx'
import { usePage } from '#site/web/index.ts'
import { PageHeading } from '#ui/components/page-heading.tsx'

/** Error page: the heading and the error's text; never its stack. */
export const ErrorScreen = ({ error }: { readonly error: unknown }) => {
  const { path, search } = usePage()
  const reference = errorReference(error)
  return (
    <section className="wrap grid max-w-xl flex-1 place-content-center gap-4 py-10">
      <PageHeading>{FAILED_PAGE}</PageHeading>
      <p role="alert" className="alert">
        {errorMessage(error)}
      </p>
      <p className="text-ink-soft">Loading the page again often helps.</p>
      {reference !== undefined && (
        <p className="text-small text-ink-soft">
          Reference for the people who run this blog: <code className="wrap-anywhere">{reference}</code>
        </p>
      )}
      <div className="row gap-3">
        <a href={path + search} className={buttonStyle('primary')}>
          Try again
        </a>
        <a href="/" className={buttonStyle('quiet')}>
          Go home
        </a>
      </div>
    </section>
  )
}

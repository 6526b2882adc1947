import { getSetup } from '#accounts/contract/auth.endpoints.ts'
import { Application } from '#pages/islands/application.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { SetUp } from './set-up.island.tsx'

export const head = (): PageHead => ({
  title: 'Set up your blog',
  description: 'The first steps of a new blog.',
  path: null,
  noIndex: true,
})

export const loader = async ({ api }: LoaderArgs) => api(getSetup)

export const Component = ({ data: { isOpen } }: { readonly data: { readonly isOpen: boolean } }) => (
  <div className="wrap py-10">
    <div className="mx-auto max-w-measure">
      {isOpen ? (
        <Application component={SetUp} props={{}} />
      ) : (
        <>
          <PageHeading>This blog is set up</PageHeading>
          <p className="mt-4 mb-6 text-lead text-ink-soft">
            It has its first admin. To write here, too, make an account, and ask an admin to give you the role under Users.
          </p>
          <LinkButton href="/dashboard?tab=settings" variant="primary">
            Sign in to the dashboard
          </LinkButton>
        </>
      )}
    </div>
  </div>
)

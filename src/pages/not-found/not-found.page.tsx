import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import type { PageHead } from '#pages/page/page-head.ts'

export const NOT_FOUND_HEAD: PageHead = {
  title: 'Page not found',
  description: 'There is nothing at this address.',
  path: null,
  noIndex: true,
}

/** 404 page, also for deleted posts. */
export const NotFound = () => (
  <section className="wrap grid max-w-xl flex-1 place-content-center justify-items-center gap-4 py-10 text-center">
    <PageHeading>We looked everywhere for this page</PageHeading>
    <p className="text-lead text-ink-soft">It may have moved, or it was never here.</p>
    <div className="row justify-center gap-3">
      <LinkButton href="/search" variant="primary">
        View all posts
      </LinkButton>
      <LinkButton href="/">Go home</LinkButton>
    </div>
  </section>
)

export const Component = NotFound
export const head = () => NOT_FOUND_HEAD

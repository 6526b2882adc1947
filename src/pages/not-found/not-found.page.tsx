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
    <svg
      aria-hidden="true"
      width="150"
      height="110"
      viewBox="0 0 150 110"
      fill="none"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M75 94C38 70 24 52 24 32A24 24 0 0 1 75 24a24 24 0 0 1 51 8c0 20-14 38-51 62z" fill="var(--heart-tint)" stroke="none" />
      <path d="M2 58h40l8-14 12 30 12-44 12 50 8-22h10" stroke="var(--calm)" />
      <path d="M116 58h.1M130 58h.1M144 58h.1" stroke="var(--calm)" strokeWidth="5" />
    </svg>
    <PageHeading>We looked everywhere for this page</PageHeading>
    <p className="text-lead text-ink-soft">It may have moved, or it was never here. The posts are all still where they were.</p>
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

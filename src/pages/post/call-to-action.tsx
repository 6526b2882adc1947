import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import { callToAction as starter, EditPageLink, usePage, wordsOf } from '#site/web/index.ts'
import { PostBody } from '#posts/web/index.ts'
import { LinkButton } from '#ui/components/button.tsx'

interface CallToActionProps {
  /** The family's own text; null for the starter text. */
  readonly page: BlogPage | null
}

/** Invites visitors to sign up, and members to comment. */
export const CallToAction = ({ page }: CallToActionProps) => {
  const { isMember, site } = usePage()
  const { title, content } = wordsOf('call-to-action', page, site)
  return (
    <aside aria-labelledby="call-to-action" className="no-print mx-auto call-to-action">
      <div>
        <h2 id="call-to-action" className="text-h3">
          {title}
        </h2>
        <PostBody html={isMember && page === null ? starter.contentForMembers : content} kind="lead" className="mt-2 text-ink-soft" />
        <EditPageLink id="call-to-action" page={page} className="mt-2" />
      </div>
      <LinkButton variant="primary" className="shrink-0" href={isMember ? '#comments' : '/sign-up'}>
        {starter.action}
      </LinkButton>
    </aside>
  )
}

import type { BlogPage } from '#contract/endpoints/blog-pages.ts'
import type { Site } from '#contract/endpoints/site.ts'
import { EditPageLink } from '#web/features/edit-page-link.tsx'
import { loadPageWords } from '#web/features/page-words.ts'
import { PostBody } from '#web/features/post-body.tsx'
import { wordsOf } from '#web/features/starter-texts/starter-texts.ts'
import { bodyExcerpt } from '#web/features/visible-text.ts'
import { useSite } from '#web/page/page-context.ts'
import type { PageHead } from '#web/page/page-head.ts'
import type { LoaderArgs } from '#web/page/page-module.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

export const loader = ({ api }: LoaderArgs) => loadPageWords(api, 'about')

export const head = (page: BlogPage | null, site: Site): PageHead => {
  const { title, content } = wordsOf('about', page, site)
  return { title, description: bodyExcerpt(content), path: '/about' }
}

export const Component = ({ data: page }: { readonly data: BlogPage | null }) => {
  const { title, content } = wordsOf('about', page, useSite())
  return (
    <article className="wrap py-10 md:py-16">
      <header className="mx-auto max-w-measure">
        <PageHeading>{title}</PageHeading>
        <EditPageLink id="about" page={page} />
      </header>
      <PostBody html={content} className="mx-auto mt-6" />
      <div className="no-print mx-auto mt-10 max-w-measure">
        <LinkButton href="/search">View all posts</LinkButton>
      </div>
    </article>
  )
}

import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { EditPageLink, loadPageWords, useSite, wordsOf } from '#site/web/index.ts'
import { PostBody } from '#posts/web/index.ts'
import { bodyExcerpt, type PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs } from '#pages/page/page-module.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { PageFrame } from '#pages/layout/page-frame.tsx'

export const loader = ({ api }: LoaderArgs) => loadPageWords(api, 'about')

export const head = (page: BlogPage | null, site: Site): PageHead => {
  const { title, content } = wordsOf('about', page, site)
  return { title, description: bodyExcerpt(content), path: '/about' }
}

export const Component = ({ data: page }: { readonly data: BlogPage | null }) => {
  const { title, content, lang } = wordsOf('about', page, useSite())
  return (
    <PageFrame as="article">
      <header className="mx-auto max-w-measure">
        <PageHeading lang={lang}>{title}</PageHeading>
        <EditPageLink id="about" page={page} />
      </header>
      <PostBody html={content} lang={lang} className="mx-auto mt-6" />
      <div className="no-print mx-auto mt-10 max-w-measure">
        <LinkButton href="/search">View all posts</LinkButton>
      </div>
    </PageFrame>
  )
}

import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { DateText, EditPageLink, LEGAL_DATES, type LegalPageId, loadPageWords, useSite, wordsOf } from '#site/web/index.ts'
import { PostBody } from '#posts/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import type { LoaderArgs, PageModule } from '#pages/page/page-module.ts'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { PageFrame } from '#pages/layout/page-frame.tsx'

/** Dates of the starter text, or of the last change of what it says about the blog, or of the family's own text. */
const datesOf = (id: LegalPageId, page: BlogPage | null, { legalChangedAt }: Site) => {
  if (page !== null) return [{ label: 'Last updated', date: <DateText at={page.updatedAt} /> }]
  if (legalChangedAt === null) return LEGAL_DATES[id]
  return LEGAL_DATES[id].map(({ label }) => ({ label, date: <DateText at={legalChangedAt} /> }))
}

/** Page module of the privacy policy or the terms. */
export const legalPage = (id: LegalPageId, description: string) =>
  ({
    loader: ({ api }: LoaderArgs) => loadPageWords(api, id),
    head: (page: BlogPage | null, site: Site): PageHead => ({ title: wordsOf(id, page, site).title, description, path: `/${id}` }),
    Component: ({ data: page }: { readonly data: BlogPage | null }) => {
      const site = useSite()
      const { title, content, lang } = wordsOf(id, page, site)
      return (
        <PageFrame as="article">
          <header className="mx-auto max-w-measure">
            <PageHeading lang={lang}>{title}</PageHeading>
            <EditPageLink id={id} page={page} />
            <dl className="ruled mt-4 row gap-x-6 pb-4 text-small text-ink-soft">
              {datesOf(id, page, site).map(({ label, date }) => (
                <div key={label} className="flex gap-1.5">
                  <dt>{label}:</dt>
                  <dd className="font-medium text-ink">{date}</dd>
                </div>
              ))}
            </dl>
          </header>
          <PostBody html={content} lang={lang} kind="page" className="mx-auto mt-6" />
        </PageFrame>
      )
    },
  }) satisfies PageModule

import type { Site } from '#site/contract/site.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { iconResponses } from '#site/contract/icons.ts'
import { absoluteUrl, type Article, type PageHead } from './page-head.ts'
import { type PageInfo, scriptJson } from '#site/web/index.ts'
import { previewPictureOf } from './preview-tags.ts'

type Data = Readonly<Record<string, unknown>>

const blogOf = (site: Site): Data => ({ '@type': 'Organization', name: site.name, url: absoluteUrl('/', site) })

const posting = (head: PageHead, article: Article, { site, image }: { site: Site; image: string }): Data => {
  const url = absoluteUrl(head.path ?? '/', site)
  return {
    '@type': 'BlogPosting',
    headline: head.title,
    ...(head.description === '' ? {} : { description: head.description }),
    url,
    mainEntityOfPage: url,
    image,
    datePublished: article.publishedAt,
    dateModified: article.changedAt,
    author: article.author === '' ? blogOf(site) : { '@type': 'Person', name: article.author, url: absoluteUrl('/about', site) },
    publisher: { ...blogOf(site), logo: { '@type': 'ImageObject', url: absoluteUrl(iconResponses.largeIcon.path, site) } },
    ...(article.section === null ? {} : { articleSection: article.section.name }),
    wordCount: article.wordCount,
    commentCount: article.commentCount,
    isAccessibleForFree: true,
  }
}

/** Home, category, post. The last one is the page itself. */
const breadcrumbs = (title: string, { section }: Article, site: Site): Data => {
  const above = [{ name: site.name, path: '/' }, ...(section === null ? [] : [section])]
  const items = [...above.map(({ name, path }) => ({ name, item: absoluteUrl(path, site) })), { name: title }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  }
}

const blogData = ({ description }: PageHead, site: Site): Data[] => {
  const about = { name: site.name, url: absoluteUrl('/', site) }
  return [
    {
      '@type': 'WebSite',
      ...about,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site.publicUrl}/search?searchTerm={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    { '@type': 'Blog', ...about, ...(description === '' ? {} : { description }), publisher: blogOf(site) },
  ]
}

/**
 * Structured data for search engines (schema.org): of public posts, and of the blog on its home page. Empty on a closed
 * blog; contains nothing that the page does not show.
 */
export const structuredDataTags = (head: PageHead, page: PageInfo, look: Look): string[] => {
  const { site } = page
  const picture = previewPictureOf(head, page, look)
  if (picture === undefined) return []
  const { article } = head
  const graph =
    article === undefined
      ? head.path === '/'
        ? blogData(head, site)
        : []
      : [posting(head, article, { site, image: absoluteUrl(picture.path, site) }), breadcrumbs(head.title, article, site)]
  if (graph.length === 0) return []
  return [`<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', '@graph': graph })}</script>`]
}

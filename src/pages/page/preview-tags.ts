import { CARD } from '#media/contract/card-size.ts'
import { cardAddress } from '#posts/contract/card-address.ts'
import type { Look } from '#site/contract/look.ts'
import { cardResponses } from '#posts/contract/public-responses.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { absoluteUrl, type PageHead } from './page-head.ts'
import type { PageInfo } from '#site/web/index.ts'

export const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}">`

/**
 * Picture of the link preview: of the post, else of the blog. Undefined if not everyone may see the page, on a closed
 * blog, and on pages of one user.
 */
export const cardOf = ({ article, title, isRestricted = false }: PageHead, { site, session }: PageInfo, look: Look): string | undefined => {
  if (isRestricted || site.isClosed || session !== null) return undefined
  if (article === undefined) return cardResponses.blogCard.path
  return cardAddress({ id: article.id, title, image: article.image }, { ...look, name: site.name })
}

const imageTags = (head: PageHead, page: PageInfo, look: Look): string[] => {
  const card = cardOf(head, page, look)
  if (card === undefined) return []
  return [
    meta('property', 'og:image', absoluteUrl(card, page.site)),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', `${CARD.width}`),
    meta('property', 'og:image:height', `${CARD.height}`),
    meta('property', 'og:image:alt', head.article === undefined ? page.site.name : `${head.title} · ${page.site.name}`),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

const articleTags = ({ article }: PageHead): string[] =>
  article === undefined
    ? []
    : [
        meta('property', 'article:published_time', article.publishedAt),
        meta('property', 'article:modified_time', article.changedAt),
        ...(article.author === '' ? [] : [meta('property', 'article:author', article.author)]),
        ...(article.section === null ? [] : [meta('property', 'article:section', article.section.name)]),
      ]

/** Tags for link previews (ogp.me). Empty if not everyone may see the page. */
export const previewTags = (head: PageHead, page: PageInfo, look: Look): string[] => {
  const { site } = page
  if (head.isRestricted) return []
  return [
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', head.title === '' ? site.name : head.title),
    ...(head.description === '' ? [] : [meta('property', 'og:description', head.description)]),
    meta('property', 'og:type', head.article === undefined ? 'website' : 'article'),
    ...(head.path === null ? [] : [meta('property', 'og:url', absoluteUrl(head.path, site))]),
    ...imageTags(head, page, look),
    ...articleTags(head),
  ]
}

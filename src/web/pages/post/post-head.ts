import { shownCategory } from '#contract/categories.ts'
import type { Site } from '#contract/endpoints/site.ts'
import { type HeadOf, absoluteUrl, excerpt } from '#web/page/page-head.ts'
import type { PostPageData } from './load-post.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
/** Enough of nearly any body for a preview; one that opens with pictures says little for long. */
const READ_FIRST = 400
const READ_AT_MOST = 1500

/** The words that a body begins with, as many as a preview shows. */
const openingOf = (html: string): string => {
  const opening = excerpt(visibleText(html, READ_FIRST))
  return opening.endsWith('…') || html.length <= READ_FIRST ? opening : excerpt(visibleText(html, READ_AT_MOST))
}

/** The words of the beginning of a sanitised body. @param length how much of it is read, with its tags */
export const visibleText = (html: string, length: number): string =>
  html
    .slice(0, length)
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()

const jsonLd = (post: PostPageData['post'], { site, description }: { site: Site; description: string }) => {
  const url = absoluteUrl(`/post/${post.slug}`, site)
  const author = post.author?.displayName ?? site.author
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description,
    url,
    mainEntityOfPage: url,
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    timeRequired: `PT${post.readingTimeMinutes}M`,
    ...(shownCategory(post.category) === null ? {} : { articleSection: post.category }),
    inLanguage: 'en',
    ...(post.image === '' ? {} : { image: absoluteUrl(post.image, site) }),
    ...(author === '' ? {} : { author: { '@type': 'Person', name: author } }),
    publisher: { '@type': 'Organization', name: site.name },
  }
}

export const postHead: HeadOf<PostPageData> = ({ post }, site) => {
  const description = openingOf(post.content)
  return {
    title: post.title,
    description,
    path: `/post/${post.slug}`,
    type: 'article',
    ...(post.image === '' ? {} : { image: post.image }),
    jsonLd: jsonLd(post, { site, description }),
  }
}

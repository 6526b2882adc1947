import type { Site } from '#contract/endpoints/site.ts'
import { type HeadOf, absoluteUrl, excerpt } from '#web/page-head.ts'
import type { PostPageData } from './load-post.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
/** Enough of a body for any preview; the rest need not be looked at. */
const LOOKED_AT = 1500

/** The words of a sanitised body. */
export const visibleText = (html: string): string =>
  html
    .slice(0, LOOKED_AT)
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()

const jsonLd = (post: PostPageData['post'], { site, description }: { site: Site; description: string }) => {
  const url = absoluteUrl(`/post/${post.slug}`, site)
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
    articleSection: post.category,
    inLanguage: 'en',
    ...(post.image === '' ? {} : { image: absoluteUrl(post.image, site) }),
    ...(site.author === '' ? {} : { author: { '@type': 'Person', name: site.author } }),
    publisher: { '@type': 'Organization', name: site.name },
  }
}

export const postHead: HeadOf<PostPageData> = ({ post }, site) => {
  const description = excerpt(visibleText(post.content))
  return {
    title: post.title,
    description,
    path: `/post/${post.slug}`,
    type: 'article',
    ...(post.image === '' ? {} : { image: post.image }),
    jsonLd: jsonLd(post, { site, description }),
  }
}

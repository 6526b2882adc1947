import { shownCategory } from '#contract/categories.ts'
import type { Site } from '#contract/endpoints/site.ts'
import { openingOf } from '#web/features/visible-text.ts'
import { type HeadOf, absoluteUrl } from '#web/page/page-head.ts'
import type { PostPageData } from './load-post.ts'

const jsonLd = (post: PostPageData['post'], { site, description }: { site: Site; description: string }) => {
  const url = absoluteUrl(`/post/${post.slug}`, site)
  const author = post.author?.displayName ?? site.author
  const section = shownCategory(post.category, site.categories)
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
    ...(section === null ? {} : { articleSection: section }),
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
    // Until the family has made it its own, it is none of its story.
    ...(post.isSample ? { noIndex: true } : {}),
    ...(post.image === '' ? {} : { image: post.image }),
    jsonLd: jsonLd(post, { site, description }),
  }
}

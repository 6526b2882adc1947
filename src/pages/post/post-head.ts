import { shownCategory } from '#site/contract/category-names.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { bodyExcerpt, type Article, type HeadOf } from '#pages/page/page-head.ts'
import type { PostPageData } from './load-post.ts'

const articleOf = ({ post, comments }: PostPageData, site: Site): Article => {
  const section = shownCategory(post.category, site.categories)
  return {
    image: post.image,
    publishedAt: post.createdAt,
    changedAt: post.updatedAt,
    author: post.author?.displayName ?? site.author,
    section: section === null ? null : { name: section, path: `/search?category=${post.category}` },
    wordCount: visibleText(post.content).split(' ').filter(Boolean).length,
    commentCount: comments.total,
  }
}

export const postHead: HeadOf<PostPageData> = (data, site) => {
  const { post } = data
  return {
    title: post.title,
    description: bodyExcerpt(post.content),
    path: `/post/${post.slug}`,
    ...(post.audience === 'public' ? { article: articleOf(data, site) } : { isRestricted: true }),
  }
}

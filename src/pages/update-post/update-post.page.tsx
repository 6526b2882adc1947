import { getPostToEdit, type PostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { isFixedPage } from '#site/contract/blog-pages.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { starterText, useSite } from '#site/web/index.ts'
import { Application } from '#pages/islands/application.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { UpdatePost, type UpdatePostProps } from './update-post.island.tsx'

export const head: HeadOf = () => ({ title: 'Update Post', description: 'Change a post.', path: null, noIndex: true })

export const loader = async ({ api, session, params: { postId = '' } }: GuardedLoaderArgs): Promise<UpdatePostProps> => {
  return { post: await api(getPostToEdit, { params: { postId } }), viewerId: session._id }
}

/** A page without a text of its own is edited from its starter text. */
const withStarterText = (post: PostToEdit, site: Site): PostToEdit => {
  if (!isFixedPage(post._id)) return post
  const { title, content } = starterText(post._id, site)
  return { ...post, title: post.title || title, content: post.content || content }
}

export const Component = ({ data }: { readonly data: UpdatePostProps }) => (
  <Application component={UpdatePost} props={{ ...data, post: withStarterText(data.post, useSite()) }} />
)

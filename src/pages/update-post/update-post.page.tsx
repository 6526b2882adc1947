import { getSettings } from '#site/contract/settings.endpoints.ts'
import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { isFixedPage } from '#site/contract/blog-pages.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { ApiError, errorMessage } from '#ui/api/api-error.ts'
import { readServerDrafts } from '#writing/web/index.ts'
import { starterText, useSite } from '#site/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { loadOptional } from '#ui/api/client.ts'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { UpdatePost, type UpdatePostProps } from './update-post.island.tsx'

export const head: HeadOf = () => ({ title: 'Update Post', description: 'Change a post.', path: null, noIndex: true })

export const loader = async ({ api, session, params }: GuardedLoaderArgs): Promise<UpdatePostProps> => {
  try {
    const postId = params['postId'] ?? ''
    const [post, drafts, { mediaMaxMegabytes, keepsPrintCopies }] = await Promise.all([
      api(getPostToEdit, { params: { postId } }),
      loadOptional(readServerDrafts(api, postId)),
      api(getSettings),
    ])
    return { loaded: { type: 'loaded', post, drafts, viewerId: session._id, mediaMaxMegabytes, keepsPrintCopies } }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 401)) throw error
    // oxlint-disable-next-line no-console -- docs/product.md, 8: logged and shown
    console.log(errorMessage(error))
    return { loaded: { type: 'failed', message: errorMessage(error) } }
  }
}

/** A page without a text of its own is edited from its starter text. */
const withStarterText = (post: Post, site: Site): Post => {
  if (!isFixedPage(post._id)) return post
  const { title, content } = starterText(post._id, site)
  return { ...post, title: post.title || title, content: post.content || content }
}

export const Component = ({ data: { loaded } }: { readonly data: UpdatePostProps }) => {
  const site = useSite()
  const shown = loaded.type === 'loaded' ? { ...loaded, post: withStarterText(loaded.post, site) } : loaded
  return <Island component={UpdatePost} props={{ loaded: shown }} hydration="now" />
}

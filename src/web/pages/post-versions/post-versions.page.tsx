import { ApiError } from '#web/api/api-error.ts'
import { Island } from '#web/islands/island.tsx'
import type { HeadOf } from '#web/page/page-head.ts'
import type { GuardedLoaderArgs } from '#web/page/page-module.ts'
import { PostVersions, type PostVersionsProps } from './post-versions.tsx'

export const head: HeadOf = () => ({ title: 'Earlier versions', description: 'What a post said before.', path: null, noIndex: true })

export const loader = async ({ api, params: { postId = '' }, url }: GuardedLoaderArgs): Promise<PostVersionsProps> => {
  const revision = url.searchParams.get('revision')
  const [{ posts }, { revisions }, shown] = await Promise.all([
    api('GET /api/post/getposts', { query: { postId } }),
    api('GET /api/post/revisions/:postId', { params: { postId } }),
    revision === null ? null : api('GET /api/post/revision/:postId/:revision', { params: { postId, revision } }),
  ])
  const [post] = posts
  if (post === undefined) throw new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })
  return { post, revisions, shown }
}

export const Component = ({ data }: { readonly data: PostVersionsProps }) => (
  <Island name="post-versions" of={PostVersions} props={data} hydration="now" />
)

import { Island } from '#ui/islands/island.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { PostVersions, type PostVersionsProps } from './post-versions.tsx'

export const head: HeadOf = () => ({ title: 'Earlier versions', description: 'What a post said before.', path: null, noIndex: true })

export const loader = async ({ api, params: { postId = '' }, url }: GuardedLoaderArgs): Promise<PostVersionsProps> => {
  const revision = url.searchParams.get('revision')
  const [post, { revisions }, shown] = await Promise.all([
    api('GET /api/post/getpost/:postId', { params: { postId } }),
    api('GET /api/post/revisions/:postId', { params: { postId } }),
    revision === null ? null : api('GET /api/post/revision/:postId/:revision', { params: { postId, revision } }),
  ])
  return { post, revisions, shown }
}

export const Component = ({ data }: { readonly data: PostVersionsProps }) => (
  <Island name="post-versions" of={PostVersions} props={data} hydration="now" />
)

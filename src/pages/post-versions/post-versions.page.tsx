import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { getRevision, listRevisions } from '#writing/contract/writing.endpoints.ts'
import { Application } from '#pages/islands/application.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { PostVersions, type PostVersionsProps } from './post-versions.island.tsx'

export const head: HeadOf = () => ({ title: 'Earlier versions', description: 'What a post said before.', path: null, noIndex: true })

export const loader = async ({ api, params: { postId = '' }, url }: GuardedLoaderArgs): Promise<PostVersionsProps> => {
  const version = url.searchParams.get('version')
  const [post, { revisions }, shown] = await Promise.all([
    api(getPostToEdit, { params: { postId } }),
    api(listRevisions, { params: { postId } }),
    version === null ? null : api(getRevision, { params: { postId, version } }),
  ])
  return { post, revisions, shown }
}

export const Component = ({ data }: { readonly data: PostVersionsProps }) => <Application component={PostVersions} props={data} />

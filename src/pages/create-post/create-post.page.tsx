import { defaultAudience } from '#platform/contract/audiences.ts'
import { getSettings } from '#site/contract/settings.endpoints.ts'
import { Application } from '#pages/islands/application.tsx'
import type { HeadOf } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { CreatePost, type CreatePostProps } from './create-post.island.tsx'

export const head: HeadOf = () => ({ title: 'Create a Post', description: 'Write a new post.', path: null, noIndex: true })

export const loader = async ({ api, session }: GuardedLoaderArgs): Promise<CreatePostProps> => {
  const { isClosed } = await api(getSettings)
  return { viewerId: session._id, audience: defaultAudience(isClosed) }
}

export const Component = ({ data }: { readonly data: CreatePostProps }) => <Application component={CreatePost} props={data} />

import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { readServerDrafts } from '#web/features/post-form/drafts/server-drafts.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { EMPTY_POST } from '#web/features/post-form/post-text.ts'
import type { Saving } from '#web/features/post-form/use-saving.ts'
import { requireAdmin } from '#web/features/session/guard.ts'
import type { HeadOf } from '#web/page-head.ts'
import { orNullUnlessEnded } from '#web/pages/or-null-unless-ended.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { LoaderArgs } from '#web/router/page-module.ts'
import { useLoaderData, useNavigate } from '#web/router/router-context.tsx'

interface CreatePostData {
  readonly viewerId: string
  readonly drafts: ServerDrafts | null
}

export const head: HeadOf = () => ({ title: 'Create a Post', description: 'Write a new post.', path: null, noIndex: true })

export const loader = async (args: LoaderArgs): Promise<CreatePostData> => {
  const { _id: viewerId } = await requireAdmin(args)
  return { viewerId, drafts: await orNullUnlessEnded(args, readServerDrafts(args.api, 'new', args.signal)) }
}

const upload = uploadImage('post')
const PUBLISHED = { text: EMPTY_POST, revision: null }

export const Component = () => {
  const { viewerId, drafts } = useLoaderData<CreatePostData>()
  const navigate = useNavigate()
  const save: Saving['onSave'] = async (text, { draft }) => {
    const { slug } = await browserApi('POST /api/post/create', { body: { ...text, draft } })
    return () => navigate(`/post/${slug}`)
  }
  return (
    <div className="wrap max-w-4xl py-10">
      <PageHeading className="mb-8">Create a Post</PageHeading>
      <PostForm
        key={viewerId}
        userId={viewerId}
        postId="new"
        published={PUBLISHED}
        serverDrafts={drafts}
        submitLabel="Publish"
        upload={upload}
        renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
        onSave={save}
        readPublished={async () => PUBLISHED}
      />
    </div>
  )
}

import type { Post } from '#contract/endpoints/posts.ts'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { readServerDrafts } from '#web/features/post-form/drafts/server-drafts.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { toPostText } from '#web/features/post-form/post-text.ts'
import type { Saving } from '#web/features/post-form/use-saving.ts'
import { requireAdmin } from '#web/features/session/guard.ts'
import type { HeadOf } from '#web/page-head.ts'
import { orNullUnlessEnded } from '#web/pages/or-null-unless-ended.ts'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type LoaderArgs, Redirect } from '#web/router/page-module.ts'
import { useLoaderData, useNavigate } from '#web/router/router-context.tsx'

type UpdatePostData =
  | { readonly type: 'loaded'; readonly post: Post; readonly drafts: ServerDrafts | null; readonly viewerId: string }
  | { readonly type: 'failed'; readonly message: string }

export const head: HeadOf = () => ({ title: 'Update Post', description: 'Change a post.', path: null, noIndex: true })

const notThere = () => new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })

export const loader = async (args: LoaderArgs): Promise<UpdatePostData> => {
  const { _id: viewerId } = await requireAdmin(args)
  const { api, signal } = args
  try {
    const postId = args.params['postId'] ?? ''
    const [{ posts }, drafts] = await Promise.all([
      api('GET /api/post/getposts', { query: { postId } }, { signal }),
      orNullUnlessEnded(args, readServerDrafts(api, postId, signal)),
    ])
    const [post] = posts
    if (post === undefined) throw notThere()
    return { type: 'loaded', post, drafts, viewerId }
  } catch (error) {
    if (signal.aborted || error instanceof Redirect || (error instanceof ApiError && error.status === 404)) throw error
    // oxlint-disable-next-line no-console -- spec §8: logged and shown
    console.log(errorMessage(error))
    return { type: 'failed', message: errorMessage(error) }
  }
}

const upload = uploadImage('post')

const toPublished = (post: Post) => ({ text: toPostText(post), revision: post.revision })

interface UpdateFormProps {
  readonly post: Post
  readonly drafts: ServerDrafts | null
  readonly viewerId: string
}

const UpdateForm = ({ post, drafts, viewerId }: UpdateFormProps) => {
  const navigate = useNavigate()
  const save: Saving['onSave'] = async (text, { draft, baseRevision }) => {
    const params = { postId: post._id, userId: viewerId }
    const body = { ...post, ...text, draft, ...(baseRevision === null ? {} : { baseRevision }) }
    const { slug } = await browserApi('PUT /api/post/updatepost/:postId/:userId', { params, body })
    return () => navigate(`/post/${slug}`)
  }
  const readPublished = async () => {
    const [now] = (await browserApi('GET /api/post/getposts', { query: { postId: post._id } })).posts
    if (now === undefined) throw notThere()
    return toPublished(now)
  }
  return (
    <PostForm
      userId={viewerId}
      postId={post._id}
      published={toPublished(post)}
      serverDrafts={drafts}
      submitLabel="Update post"
      upload={upload}
      renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
      onSave={save}
      readPublished={readPublished}
    />
  )
}

export const Component = () => {
  const loaded = useLoaderData<UpdatePostData>()
  return (
    <div className="wrap max-w-4xl py-10">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <PageHeading>Update Post</PageHeading>
        {loaded.type === 'loaded' ? (
          <a href={`/update-post/${loaded.post._id}/versions`} className="link link-target">
            Earlier versions
          </a>
        ) : null}
      </div>
      {loaded.type === 'loaded' ? (
        <UpdateForm key={loaded.post._id + loaded.viewerId} post={loaded.post} drafts={loaded.drafts} viewerId={loaded.viewerId} />
      ) : (
        <Alert>{loaded.message}</Alert>
      )}
    </div>
  )
}

import { useMemo } from 'react'
import type { Post } from '#contract/endpoints/posts.ts'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { type PostText, postDrafts, toPostText } from '#web/features/post-form/post-text.ts'
import { requireAdmin } from '#web/features/session/guard.ts'
import { useHydrated } from '#web/features/use-hydrated.ts'
import type { HeadOf } from '#web/page-head.ts'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { LoaderArgs } from '#web/router/page-module.ts'
import { useLoaderData, useNavigate } from '#web/router/router-context.tsx'

type UpdatePostData =
  | { readonly type: 'loaded'; readonly post: Post; readonly viewerId: string }
  | { readonly type: 'failed'; readonly message: string }

export const head: HeadOf = () => ({ title: 'Update Post', description: 'Change a post.', path: null, noIndex: true })

const notThere = () => new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })

export const loader = async (args: LoaderArgs): Promise<UpdatePostData> => {
  const { _id: viewerId } = await requireAdmin(args)
  const { api, signal } = args
  try {
    const query = { postId: args.params['postId'] ?? '' }
    const [post] = (await api('GET /api/post/getposts', { query }, { signal })).posts
    if (post === undefined) throw notThere()
    return { type: 'loaded', post, viewerId }
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.status === 404)) throw error
    // oxlint-disable-next-line no-console -- spec §8: logged and shown
    console.log(errorMessage(error))
    return { type: 'failed', message: errorMessage(error) }
  }
}

const upload = uploadImage('post')

const UpdateForm = ({ post, viewerId }: { readonly post: Post; readonly viewerId: string }) => {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const drafts = useMemo(() => postDrafts(post._id), [post._id])
  const save = async (text: PostText) => {
    const params = { postId: post._id, userId: viewerId }
    const { slug } = await browserApi('PUT /api/post/updatepost/:postId/:userId', { params, body: { ...post, ...text } })
    return () => navigate(`/post/${slug}`)
  }
  return (
    <PostForm
      key={hydrated ? 'live' : 'still'}
      initial={toPostText(post)}
      drafts={drafts}
      restored={hydrated ? drafts.read() : null}
      submitLabel="Update post"
      upload={upload}
      renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
      onSave={save}
    />
  )
}

export const Component = () => {
  const loaded = useLoaderData<UpdatePostData>()
  return (
    <div className="wrap max-w-4xl py-10">
      <PageHeading className="mb-8">Update Post</PageHeading>
      {loaded.type === 'loaded' ? (
        <UpdateForm key={loaded.post._id} post={loaded.post} viewerId={loaded.viewerId} />
      ) : (
        <Alert>{loaded.message}</Alert>
      )}
    </div>
  )
}

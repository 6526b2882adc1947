import type { Post } from '#contract/endpoints/posts.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { toPostText } from '#web/features/post-form/post-text.ts'
import type { Publishing } from '#web/features/post-form/use-publishing.ts'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

export interface UpdatePostProps {
  readonly loaded:
    | { readonly type: 'loaded'; readonly post: Post; readonly drafts: ServerDrafts | null; readonly viewerId: string }
    | { readonly type: 'failed'; readonly message: string }
}

const upload = uploadImage('post')

const toPublished = (post: Post) => ({ text: toPostText(post), revision: post.revision })

interface UpdateFormProps {
  readonly post: Post
  readonly drafts: ServerDrafts | null
  readonly viewerId: string
}

const UpdateForm = ({ post, drafts, viewerId }: UpdateFormProps) => {
  const publish: Publishing['onPublish'] = (text, { draft, baseRevision, publishAt }) => {
    const params = { postId: post._id, userId: viewerId }
    const time = publishAt === undefined ? {} : { publishAt }
    const body = { ...post, ...text, draft, ...time, ...(baseRevision === null ? {} : { baseRevision }) }
    return browserApi('PUT /api/post/updatepost/:postId/:userId', { params, body })
  }
  const readPublished = async () => {
    return toPublished(await browserApi('GET /api/post/getpost/:postId', { params: { postId: post._id } }))
  }
  return (
    <PostForm
      userId={viewerId}
      postId={post._id}
      published={toPublished(post)}
      plannedFor={post.publishAt}
      serverDrafts={drafts}
      submitLabel="Update post"
      upload={upload}
      renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
      onPublish={publish}
      readPublished={readPublished}
    />
  )
}

export const UpdatePost = ({ loaded }: UpdatePostProps) => {
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

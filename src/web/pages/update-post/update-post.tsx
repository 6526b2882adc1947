import type { Post } from '#contract/endpoints/posts.ts'
import { ContactNote } from '#web/features/contact-note.tsx'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { toPublished } from '#web/features/post-form/publish-post.ts'
import { SignInDialog } from '#web/features/session/sign-in-dialog.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

export interface UpdatePostProps {
  readonly loaded:
    | { readonly type: 'loaded'; readonly post: Post; readonly drafts: ServerDrafts | null; readonly viewerId: string }
    | { readonly type: 'failed'; readonly message: string }
}

const upload = uploadImage('post')

export const UpdatePost = ({ loaded }: UpdatePostProps) => {
  if (loaded.type === 'failed') {
    return (
      <div className="wrap max-w-4xl py-10">
        <PageHeading className="mb-8">Update Post</PageHeading>
        <Alert>{loaded.message}</Alert>
      </div>
    )
  }
  const { post, drafts, viewerId } = loaded
  return (
    <div className="wrap max-w-4xl py-10">
      {post._id === 'privacy-policy' ? <ContactNote /> : null}
      <PostForm
        target={{
          userId: viewerId,
          postId: post._id,
          plannedFor: post.publishAt,
          commentsOpen: post.commentsOpen,
          audience: post.audience,
        }}
        published={toPublished(post)}
        serverDrafts={drafts}
        upload={upload}
        renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
      />
      <SignInDialog />
    </div>
  )
}

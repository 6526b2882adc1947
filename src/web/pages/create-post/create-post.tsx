import type { Audience } from '#contract/audiences.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { NOT_PUBLISHED } from '#web/features/post-form/publish-post.ts'
import { SignInDialog } from '#web/features/session/sign-in-dialog.tsx'

export interface CreatePostProps {
  readonly viewerId: string
  readonly drafts: ServerDrafts | null
  /** Audience if none is chosen. */
  readonly defaultAudience: Audience
}

const upload = uploadImage('post')

export const CreatePost = ({ viewerId, drafts, defaultAudience }: CreatePostProps) => (
  <div className="wrap max-w-4xl py-10">
    <PostForm
      target={{ userId: viewerId, postId: 'new', plannedFor: undefined, commentsOpen: true, audience: defaultAudience }}
      published={NOT_PUBLISHED}
      serverDrafts={drafts}
      upload={upload}
      renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
    />
    <SignInDialog />
  </div>
)

import type { Audience } from '#platform/contract/audiences.ts'
import { uploadImage } from '#media/web/upload/upload-image.ts'
import { LazyPostEditor } from '#writing/web/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#writing/web/drafts/draft.ts'
import { PostForm } from '#writing/web/post-form/post-form.tsx'
import { NOT_PUBLISHED } from '#writing/web/post-form/publish-post.ts'
import { SignInDialog } from '#accounts/web/session/sign-in-dialog.tsx'

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

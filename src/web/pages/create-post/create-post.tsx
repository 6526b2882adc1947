import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import type { ServerDrafts } from '#web/features/post-form/drafts/draft.ts'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { EMPTY_POST } from '#web/features/post-form/post-text.ts'
import type { Publishing } from '#web/features/post-form/use-publishing.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'

export interface CreatePostProps {
  readonly viewerId: string
  readonly drafts: ServerDrafts | null
}

const upload = uploadImage('post')
const PUBLISHED = { text: EMPTY_POST, revision: null }

export const CreatePost = ({ viewerId, drafts }: CreatePostProps) => {
  const publish: Publishing['onPublish'] = (text, { draft, publishAt }) =>
    browserApi('POST /api/post/create', { body: { ...text, draft, ...(publishAt ? { publishAt } : {}) } })
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
        onPublish={publish}
        readPublished={async () => PUBLISHED}
      />
    </div>
  )
}

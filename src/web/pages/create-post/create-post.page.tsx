import { browserApi } from '#web/api/browser-api.ts'
import { uploadImage } from '#web/features/image-upload/upload-image.ts'
import { LazyPostEditor } from '#web/features/post-editor/lazy-post-editor.tsx'
import { PostForm } from '#web/features/post-form/post-form.tsx'
import { EMPTY_POST, type PostText, postDrafts } from '#web/features/post-form/post-text.ts'
import { requireAdmin } from '#web/features/session/guard.ts'
import { useHydrated } from '#web/features/use-hydrated.ts'
import type { HeadOf } from '#web/page-head.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { LoaderArgs } from '#web/router/page-module.ts'
import { useNavigate } from '#web/router/router-context.tsx'

export const head: HeadOf = () => ({ title: 'Create a Post', description: 'Write a new post.', path: null, noIndex: true })

export const loader = async (args: LoaderArgs) => {
  await requireAdmin(args)
  return null
}

const drafts = postDrafts(null)
const upload = uploadImage('post')

export const Component = () => {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const save = async (text: PostText) => {
    const { slug } = await browserApi('POST /api/post/create', { body: text })
    return () => navigate(`/post/${slug}`)
  }
  return (
    <div className="wrap max-w-4xl py-10">
      <PageHeading className="mb-8">Create a Post</PageHeading>
      <PostForm
        key={hydrated ? 'live' : 'still'}
        initial={EMPTY_POST}
        drafts={drafts}
        restored={hydrated ? drafts.read() : null}
        submitLabel="Publish"
        upload={upload}
        renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} />}
        onSave={save}
      />
    </div>
  )
}

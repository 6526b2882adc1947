import { type Comment, listComments, listPendingComments } from '#comments/contract/comments.endpoints.ts'
import { deleteCommentForm, editCommentForm } from '#comments/contract/comments.forms.ts'
import { firstWords } from '#comments/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'

export const head = (): PageHead => ({ title: 'Your comments', description: 'Change or delete what you wrote.', path: null, noIndex: true })

export const loader = async ({ api, params, session }: GuardedLoaderArgs) => {
  const [post] = (await api(listPosts, { query: { slug: params['postSlug'] ?? '' } })).posts
  if (post === undefined) throw new ApiError({ status: 404, code: 'not_found', message: 'There is no such post.' })
  const ofPost = { params: { postId: post._id } }
  const [pending, shown] = await Promise.all([api(listPendingComments, ofPost), api(listComments, ofPost)])
  return { post, comments: [...pending, ...shown].filter(({ userId }) => userId === session._id) }
}

const OwnComment = ({ comment: { _id: commentId, content } }: { readonly comment: Comment }) => {
  const edit = useDeclaredForm(editCommentForm, { instance: { commentId } })
  const remove = useDeclaredForm(deleteCommentForm, { instance: { commentId } })
  const name = `your comment: ${firstWords(content)}`
  const text = edit.valueOf('content') ?? content
  return (
    <div className="stack gap-3">
      <DeclaredForm form={edit}>
        <TextArea label={`Edit ${name}`} name="content" rows={4} defaultValue={text} error={edit.errorOf('content')} />
        <FormMessage form={edit} />
        <Button type="submit" variant="primary" className="justify-self-start">
          Save
        </Button>
      </DeclaredForm>
      <DeclaredForm form={remove}>
        <FormMessage form={remove} />
        <Button type="submit" aria-label={`Delete ${name}`} className="justify-self-start">
          Delete
        </Button>
      </DeclaredForm>
    </div>
  )
}

/** For browsers without scripts: the page of a post is the same for all members, so it has no forms of one of them. */
export const Component = ({ data: { post, comments } }: { readonly data: Awaited<ReturnType<typeof loader>> }) => (
  <div className="wrap stack max-w-measure gap-6 py-10">
    <PageHeading>Your comments</PageHeading>
    {comments.length === 0 ? <p>There is none of yours on this post.</p> : null}
    {comments.map((comment) => (
      <OwnComment key={comment._id} comment={comment} />
    ))}
    <LinkButton href={`/post/${post.slug}#comments`}>Back to the post</LinkButton>
  </div>
)

import type { PostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { ContactNote, useSite } from '#site/web/index.ts'
import { MailChoice, MailReachWords } from '#newsletter/web/index.ts'
import { LazyPostEditor, PostForm, toPublished } from '#writing/web/index.ts'
import { SignInDialog } from '#accounts/web/index.ts'

export interface UpdatePostProps {
  readonly post: PostToEdit
  readonly viewerId: string
}

export const UpdatePost = ({ post, viewerId }: UpdatePostProps) => {
  const { timeZone } = useSite()
  return (
    <div className="wrap max-w-4xl py-10">
      {post._id === 'privacy-policy' ? <ContactNote /> : null}
      <PostForm
        target={{
          userId: viewerId,
          postId: post._id,
          plannedFor: post.publishAt,
          timeZone,
          date: post.createdAt,
          commentsOpen: post.commentsOpen,
          audience: post.audience,
        }}
        published={toPublished(post)}
        renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} userId={viewerId} />}
        renderReach={(post) => <MailReachWords {...post} />}
        renderMail={(post) => <MailChoice {...post} />}
      />
      <SignInDialog />
    </div>
  )
}

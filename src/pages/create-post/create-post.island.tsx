import type { Audience } from '#platform/contract/audiences.ts'
import { MailChoice, MailReachWords } from '#newsletter/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { LazyPostEditor, NOT_PUBLISHED, PostForm } from '#writing/web/index.ts'
import { SignInDialog } from '#accounts/web/index.ts'

export interface CreatePostProps {
  readonly viewerId: string
  /** Audience if none is chosen. */
  readonly audience: Audience
}

export const CreatePost = ({ viewerId, audience }: CreatePostProps) => {
  const { timeZone } = useSite()
  return (
    <div className="wrap max-w-4xl py-10">
      <PostForm
        target={{
          userId: viewerId,
          postId: 'new',
          plannedFor: undefined,
          timeZone,
          date: undefined,
          commentsOpen: true,
          audience,
        }}
        published={NOT_PUBLISHED}
        renderEditor={({ key, ...props }) => <LazyPostEditor key={key} {...props} userId={viewerId} />}
        renderReach={(post) => <MailReachWords {...post} />}
        renderMail={(post) => <MailChoice {...post} />}
      />
      <SignInDialog />
    </div>
  )
}

import { useState } from 'react'
import type { Audience } from '#platform/contract/audiences.ts'
import { MailChoice } from '#following/web/index.ts'
import { uploadPhoto } from '#media/web/index.ts'
import { LazyPostEditor, NOT_PUBLISHED, PostForm } from '#writing/web/index.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { SignInDialog } from '#accounts/web/index.ts'

export interface CreatePostProps {
  readonly viewerId: string
  /** Audience if none is chosen. */
  readonly audience: Audience
  readonly mediaMaxMegabytes: number
  readonly keepsPrintCopies: boolean
}

export const CreatePost = ({ viewerId, audience, mediaMaxMegabytes, keepsPrintCopies }: CreatePostProps) => {
  const [upload] = useState(() => uploadPhoto({ userId: viewerId, keepsPrintCopies }))
  return (
    <div className="wrap max-w-4xl py-10">
      <ScriptNotice text="So does the editor: nothing can be written before it is there." />
      <PostForm
        target={{ userId: viewerId, postId: 'new', plannedFor: undefined, date: undefined, commentsOpen: true, audience }}
        published={NOT_PUBLISHED}
        upload={upload}
        renderEditor={({ key, ...props }) => (
          <LazyPostEditor key={key} {...props} userId={viewerId} mediaMaxMegabytes={mediaMaxMegabytes} />
        )}
        renderMail={(post) => <MailChoice {...post} />}
      />
      <SignInDialog />
    </div>
  )
}

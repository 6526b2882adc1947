import { useState } from 'react'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ContactNote } from '#site/web/index.ts'
import { MailChoice } from '#following/web/index.ts'
import { uploadPhoto } from '#media/web/index.ts'
import { LazyPostEditor, PostForm, type ServerDrafts, toPublished } from '#writing/web/index.ts'
import { SignInDialog } from '#accounts/web/index.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { Alert } from '#ui/components/alert.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'

export interface UpdatePostProps {
  readonly loaded:
    | {
        readonly type: 'loaded'
        readonly post: Post
        readonly drafts: ServerDrafts | null
        readonly viewerId: string
        readonly mediaMaxMegabytes: number
        readonly keepsPrintCopies: boolean
      }
    | { readonly type: 'failed'; readonly message: string }
}

export const UpdatePost = ({ loaded }: UpdatePostProps) =>
  loaded.type === 'loaded' ? (
    <EditPost {...loaded} />
  ) : (
    <div className="wrap max-w-4xl py-10">
      <PageHeading className="mb-8">Update Post</PageHeading>
      <Alert>{loaded.message}</Alert>
    </div>
  )

type LoadedPost = Extract<UpdatePostProps['loaded'], { readonly type: 'loaded' }>

const EditPost = ({ post, drafts, viewerId, mediaMaxMegabytes, keepsPrintCopies }: LoadedPost) => {
  const [upload] = useState(() => uploadPhoto({ userId: viewerId, keepsPrintCopies }))
  return (
    <div className="wrap max-w-4xl py-10">
      <ScriptNotice text="So does the editor: nothing can be written before it is there." />
      {post._id === 'privacy-policy' ? <ContactNote /> : null}
      <PostForm
        target={{
          userId: viewerId,
          postId: post._id,
          plannedFor: post.publishAt,
          date: post.createdAt,
          commentsOpen: post.commentsOpen,
          audience: post.audience,
        }}
        published={toPublished(post)}
        serverDrafts={drafts}
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

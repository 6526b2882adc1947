import { type ReactNode, useSyncExternalStore } from 'react'
import { countPictures } from '#web/features/unstored-pictures.ts'
import type { UploadPicture } from '#web/features/upload-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form.tsx'
import { Choice } from './compare/choice.tsx'
import type { ServerDrafts } from './drafts/draft.ts'
import { DraftNotices } from './drafts/draft-notices.tsx'
import { SaveStatusLine } from './drafts/save-status.tsx'
import { useWritingSession } from './drafts/use-writing-session.ts'
import type { WritingSession } from './drafts/writing-session.ts'
import type { Published } from './drafts/writing-state.ts'
import { PublishAtField } from './publish-at-field.tsx'
import { PostFields, type RenderEditor } from './post-fields.tsx'
import type { PostText } from './post-text.ts'
import { useBodyPictures } from './use-body-pictures.ts'
import { useCover } from './use-cover.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type Publishing, usePublishing } from './use-publishing.ts'

export interface PostFormProps extends Publishing {
  readonly userId: string
  readonly published: Published
  /** Null when they could not be loaded. */
  readonly serverDrafts: ServerDrafts | null
  readonly submitLabel: 'Publish' | 'Update post'
  readonly upload: UploadPicture
  readonly renderEditor: RenderEditor
}

const FORM_STYLE = 'grid grid-cols-[minmax(0,1fr)] gap-6'
const nothing = () => {}
const noError = () => undefined

/** The button, why it failed and where the text is saved: in sight however long the text is. */
const Foot = ({ children }: { readonly children: ReactNode }) => (
  <div className="z-[4] -mx-4 grid gap-4 border-t border-line bg-paper px-4 py-2.5 [@media(min-height:32rem)]:sticky [@media(min-height:32rem)]:bottom-0">
    {children}
  </div>
)

const FOOT_ROW_STYLE = 'flex items-center gap-x-4 max-[19rem]:flex-wrap'

/** The form behind 'Create a Post' and 'Update Post' (docs/product.md, 2). What is written in it is saved from the first words on. */
export const PostForm = (props: PostFormProps) => {
  const { userId, postId, published, serverDrafts } = props
  const session = useWritingSession({ scope: { userId, postId }, published, server: serverDrafts })
  return session ? <OpenForm {...props} session={session} /> : <WaitingForm {...props} />
}

/** Until the drafts of this device have been read. */
const WaitingForm = ({ published: { text }, submitLabel, upload, renderEditor }: PostFormProps) => {
  const cover = useCover(upload, nothing)
  return (
    <form noValidate className={FORM_STYLE}>
      <PostFields {...{ text, cover, upload, renderEditor }} category={text.category} edition={0} errorOf={noError} onChange={null} />
      <Foot>
        <div className={FOOT_ROW_STYLE}>
          <Button type="submit" variant="primary" disabled>
            {submitLabel}
          </Button>
        </div>
      </Foot>
    </form>
  )
}

const OpenForm = (props: PostFormProps & { readonly session: WritingSession }) => {
  const { session, published, submitLabel, upload, renderEditor } = props
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  const changeImage = (image: PostText['image']) => session.change({ image })
  const cover = useCover(upload, changeImage)
  const pictures = useBodyPictures()
  const form = usePublishing(session, { cover, pictures }, props)
  const hasUnstored = () => cover.findPending() !== null || pictures.hasUnstored()
  useLeaveGuard(() => !session.flushNow() || (!session.isPublished && hasUnstored()))
  const { uploading } = pictures.unstored
  return (
    <form noValidate className={FORM_STYLE} {...form.props}>
      <DraftNotices session={session} state={state} onComparePublished={() => void form.comparePublished()} />
      {state.theirs ? <Choice session={session} state={state} theirs={state.theirs} /> : null}
      <PostFields
        text={state.text}
        category={published.text.category}
        edition={state.edition}
        errorOf={form.errorOf}
        onChange={form.change}
        cover={cover}
        onUnstoredPictures={pictures.onChange}
        upload={upload}
        renderEditor={renderEditor}
      />
      <PublishAtField postId={props.postId} plannedFor={props.plannedFor} error={form.errorOf('publishAt')} />
      <Foot>
        <FormMessage form={form} />
        <div className={FOOT_ROW_STYLE}>
          <Button
            type="submit"
            variant="primary"
            busy={form.isPending}
            busyLabel={uploading > 0 ? `Waiting for ${countPictures(uploading)}` : 'Loading...'}
          >
            {submitLabel}
          </Button>
          <SaveStatusLine status={state.status} clean={submitLabel === 'Publish' ? 'Nothing written yet' : 'Nothing changed yet'} />
        </div>
      </Foot>
    </form>
  )
}

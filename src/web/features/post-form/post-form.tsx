import { type FormEvent, type ReactNode, useSyncExternalStore } from 'react'
import type { UploadPicture } from '#web/features/upload-picture.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from './compare/choice.tsx'
import type { ServerDrafts } from './drafts/draft.ts'
import { DraftNotices } from './drafts/draft-notices.tsx'
import { StandingLine } from './drafts/standing-line.tsx'
import { useDesk } from './drafts/use-desk.ts'
import type { Published, WritingDesk } from './drafts/writing-desk.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { PostFields, type RenderEditor } from './post-fields.tsx'
import { type Saving, useSaving } from './use-saving.ts'

export interface PostFormProps extends Saving {
  readonly userId: string
  /** 'new' for a post that is not there yet. */
  readonly postId: string
  readonly published: Published
  /** Null when they could not be asked for. */
  readonly serverDrafts: ServerDrafts | null
  readonly submitLabel: 'Publish' | 'Update post'
  readonly upload: UploadPicture
  readonly renderEditor: RenderEditor
}

const FORM_STYLE = 'grid grid-cols-[minmax(0,1fr)] gap-6'

/** What is sent and where the text stands: in sight however long the text is. */
const Foot = ({ children }: { readonly children: ReactNode }) => (
  <div className="z-[4] -mx-4 flex items-center gap-x-4 border-t border-line bg-paper px-4 py-2.5 max-[19rem]:flex-wrap [@media(min-height:32rem)]:sticky [@media(min-height:32rem)]:bottom-0">
    {children}
  </div>
)

/** The form behind 'Create a Post' and 'Update Post' (docs/product.md, 2). What is written in it is kept from the first words on. */
export const PostForm = (props: PostFormProps) => {
  const { userId, postId, published, serverDrafts, submitLabel, upload, renderEditor } = props
  const desk = useDesk({ scope: { userId, postId }, published, server: serverDrafts })
  if (desk) return <OpenForm {...props} desk={desk} />
  const { text } = published
  return (
    <form noValidate className={FORM_STYLE}>
      <PostFields {...{ text, upload, renderEditor }} category={text.category} edition={0} missing={null} onChange={null} />
      <Foot>
        <Button type="submit" variant="primary" disabled>
          {submitLabel}
        </Button>
      </Foot>
    </form>
  )
}

const OpenForm = (props: PostFormProps & { readonly desk: WritingDesk }) => {
  const { desk, published, submitLabel, upload, renderEditor } = props
  const state = useSyncExternalStore(desk.subscribe, desk.getState, desk.getState)
  const { sending, change, save, comparePublished } = useSaving(desk, props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.type !== 'sending') void save()
  }
  return (
    <form noValidate onSubmit={submit} className={FORM_STYLE}>
      <DraftNotices desk={desk} state={state} onComparePublished={() => void comparePublished()} />
      {state.theirs ? <Choice desk={desk} state={state} theirs={state.theirs} /> : null}
      <PostFields
        text={state.text}
        category={published.text.category}
        edition={state.edition}
        missing={sending.type === 'incomplete' ? sending.missing : null}
        onChange={change}
        upload={upload}
        renderEditor={renderEditor}
      />
      {sending.type === 'failed' ? <Alert>{sending.message}</Alert> : null}
      <Foot>
        <Button type="submit" variant="primary" busy={sending.type === 'sending'}>
          {submitLabel}
        </Button>
        <StandingLine standing={state.standing} clean={submitLabel === 'Publish' ? 'Nothing written yet' : 'Nothing changed yet'} />
      </Foot>
      <LeaveGuard hasUnsaved={desk.hasUnsaved} />
    </form>
  )
}

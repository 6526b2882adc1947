import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Audience } from '#platform/contract/audiences.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { countFiles, type UnstoredFiles, type UploadPicture } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { AudienceField, AudienceLine } from './audience-field.tsx'
import { BarNotice } from './bar-notice.tsx'
import { isPlannedAhead, OptionFields, useDiscard } from './publish-options.tsx'
import { ChooseText } from '#writing/web/compare/choose-text.tsx'
import { DraftNotices } from '#writing/web/drafts/draft-notices.tsx'
import { SaveStatusLine } from '#writing/web/drafts/save-status.tsx'
import { isNowhere } from '#writing/web/drafts/writing-state.ts'
import { useWritingSession } from '#writing/web/drafts/use-writing-session.ts'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { Published } from '#writing/web/drafts/draft.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { BodyError, PostFields, type RenderEditor } from './post-fields.tsx'
import type { PostText } from './post-text.ts'
import type { PublishTarget } from './publish-post.ts'
import { useBodyFiles } from './use-body-files.ts'
import { useCover } from './cover-field.tsx'
import { useTextChanges } from './use-text-changes.tsx'
import { type PublishingForm, usePublishing } from './use-publishing.ts'
import { sessionState } from '#accounts/web/index.ts'

/** Makes the browser ask before the page is left, if unsaved text would be lost. */
const useLeaveGuard = (wouldLose: () => boolean): void => {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => ask(event)
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [])
}

/** After signing in again, returns the focus to the last field of the form. */
const useReturnToField = (): void =>
  useEffect(() => {
    let last: HTMLElement | null = null
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches('main :is(input, select, [contenteditable])') && !target.closest('dialog'))
        last = target
    }
    document.addEventListener('focusin', onFocus)
    const stop = sessionState.subscribe((state, before) => {
      // Later than the dialog, which returns the focus to the button that opened it.
      if (before === 'asking' && state !== 'asking') setTimeout(() => last?.focus())
    })
    return () => {
      document.removeEventListener('focusin', onFocus)
      stop()
    }
  }, [])

interface PostFormProps {
  readonly target: PublishTarget
  readonly published: Published
  readonly upload: UploadPicture
  readonly renderEditor: RenderEditor
  /** Who will get a post by mail; null where nothing is published for the first time. */
  readonly renderMail?: (post: { readonly postId: string; readonly audience: Audience; readonly category: string }) => ReactNode
}

const FORM_STYLE = 'stack gap-6'
const AUDIENCE_LINE_ID = 'audience-line'
const nothing = () => {}
const noError = () => undefined

/** Publish button, its error and the save status, always in view. */
const PublishBar = ({ children }: { readonly children: ReactNode }) => (
  <div className="z-[4] -mx-4 flex flex-col gap-4 border-t border-line bg-paper px-4 py-2.5 [@media(min-height:32rem)]:sticky [@media(min-height:32rem)]:bottom-0">
    {children}
  </div>
)

const FOOT_ROW_STYLE = 'row gap-y-2 sm:flex-nowrap'

const headingOf = (postId: string) => (postId === 'new' ? 'Create a Post' : isBlogPage(postId) ? 'Edit Page' : 'Update Post')

const Heading = ({ postId }: { readonly postId: string }) => (
  <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
    <PageHeading>{headingOf(postId)}</PageHeading>
    {postId === 'new' ? null : (
      <a href={`/update-post/${postId}/versions`} className="link link-target">
        Earlier versions
      </a>
    )}
  </div>
)

const labelOf = ({ postId }: PublishTarget, isLater = false) => {
  if (postId === 'new') return isLater ? 'Plan post' : 'Publish'
  return isBlogPage(postId) ? 'Publish page' : 'Update post'
}

/**
 * The form of 'Create a Post', 'Update Post' and the pages of the blog (docs/product.md, 2). Its text is saved from the
 * first change on.
 */
export const PostForm = (props: PostFormProps) => {
  const { published } = props
  const { userId, postId, timeZone } = props.target
  // If a new post is published while its writer goes on, the form updates that post.
  const [target, setTarget] = useState(props.target)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const onPost = ({ _id, publishAt, createdAt, commentsOpen, audience }: Post) => {
    history.replaceState(history.state, '', `/update-post/${_id}`)
    setTarget({ userId, postId: _id, plannedFor: publishAt, timeZone, date: createdAt, commentsOpen, audience })
  }
  const { session, form, beginNew } = useWritingSession({ userId, postId, published, onPost })
  // The notice with the pressed button has gone.
  useEffect(() => {
    if (form > 0) document.querySelector('h1')?.focus()
  }, [form])
  return (
    <>
      <Heading postId={target.postId} />
      {/* Rendered empty, so that what comes is announced. */}
      <div ref={setRegion} role="status" tabIndex={-1} className="stack mb-6 gap-2 outline-none empty:mb-0" />
      {session ? <OpenForm key={form} {...{ ...props, target, session, beginNew, region, onPost }} /> : <WaitingForm {...props} />}
    </>
  )
}

/** Shown until the drafts of this device have been read. */
const WaitingForm = ({ target, published: { text }, upload, renderEditor }: PostFormProps) => {
  const cover = useCover(upload, nothing)
  return (
    <form noValidate className={FORM_STYLE}>
      <PostFields
        {...{ text, cover, upload, renderEditor }}
        category={isBlogPage(target.postId) ? null : text.category}
        editorKey={0}
        errorOf={noError}
        onChange={null}
      />
      <PublishBar>
        <div className={FOOT_ROW_STYLE}>
          <Button type="submit" variant="primary" disabled>
            {labelOf(target)}
          </Button>
        </div>
      </PublishBar>
    </form>
  )
}

interface PublishButtonProps {
  readonly target: PublishTarget
  /** The chosen time is in the future. */
  readonly isLater: boolean
  readonly form: Pick<PublishingForm, 'isPending' | 'publishState'>
  readonly unstored: UnstoredFiles
}

const PublishButton = ({ target, isLater, form: { isPending, publishState }, unstored: { uploading, noun } }: PublishButtonProps) => {
  const busyLabel =
    uploading > 0 ? `Waiting for ${countFiles(uploading, noun)}` : publishState.type === 'waiting' ? 'Waiting...' : 'Loading...'
  return (
    <Button type="submit" variant="primary" className="shrink-0" busy={isPending} busyLabel={busyLabel}>
      {labelOf(target, isLater)}
    </Button>
  )
}

interface OpenFormProps extends PostFormProps {
  readonly session: WritingSession
  readonly beginNew: () => void
  /** Where notices are announced. */
  readonly region: HTMLElement | null
  readonly onPost: (post: Post) => void
}

const isAhead = ({ postId, plannedFor }: PublishTarget) => postId === 'new' || plannedFor !== undefined

interface FurtherFieldsProps extends Pick<OpenFormProps, 'target' | 'renderMail'> {
  readonly text: PostText
  readonly timeError: string | undefined
  readonly onTime: (isLater: boolean) => void
}

const FurtherFields = ({ target, text: { audience, category }, renderMail, ...time }: FurtherFieldsProps) => (
  <>
    <OptionFields target={target} {...time} />
    {isAhead(target) ? renderMail?.({ postId: target.postId, audience: audience ?? target.audience, category }) : null}
  </>
)

const OpenForm = ({ session, beginNew, target, region, onPost, published, upload, renderEditor, renderMail }: OpenFormProps) => {
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  const changeImage = (image: PostText['image']) => session.change({ image })
  const cover = useCover(upload, changeImage)
  const files = useBodyFiles()
  const [isLater, setIsLater] = useState(() => isPlannedAhead(target))
  const form = usePublishing({ session, target, cover, files, onPost })
  const { discards, discard } = useDiscard(session.discard, target.postId, setIsLater)
  useLeaveGuard(() => isNowhere(state) || cover.findPending() !== null || files.hasUnstored())
  useReturnToField()
  const changes = useTextChanges({ files, cover, region })
  const shown = { session, state, changes }
  const notices = {
    ...shown,
    isNewPost: target.postId === 'new',
    onBeginNew: beginNew,
    onDiscard: discard,
    onComparePublished: () => void form.comparePublished(),
  }
  const further = { target, renderMail, text: state.text, timeError: form.errorOf('publishAt'), onTime: setIsLater }
  const audience = { target, chosen: state.text.audience, error: form.errorOf('audience') }
  return (
    <form noValidate className={FORM_STYLE} {...form.props}>
      {region && createPortal(<DraftNotices {...notices} />, region)}
      <ChooseText {...shown} />
      {changes.question}
      <PostFields
        text={state.text}
        category={isBlogPage(target.postId) ? null : published.text.category}
        editorKey={state.editorKey}
        errorOf={form.errorOf}
        onChange={form.change}
        cover={cover}
        onUnstoredFiles={files.onChange}
        upload={upload}
        renderEditor={renderEditor}
      />
      <FurtherFields key={discards} {...further} />
      <PublishBar>
        <FormMessage form={form} />
        <BodyError form={form} />
        <BarNotice state={state} form={form} />
        <div className="flex flex-col gap-1">
          <div className={FOOT_ROW_STYLE}>
            <PublishButton target={target} isLater={isLater} form={form} unstored={files.unstored} />
            <AudienceField {...audience} onChange={form.change} lineId={AUDIENCE_LINE_ID} />
            <SaveStatusLine state={state} clean={target.postId === 'new' ? 'Nothing written yet' : 'Nothing changed yet'} />
          </div>
          <AudienceLine {...audience} id={AUDIENCE_LINE_ID} />
        </div>
      </PublishBar>
    </form>
  )
}

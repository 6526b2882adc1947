import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { countFiles, type UnstoredFiles } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { BarNotice } from './bar-notice.tsx'
import { ChooseText } from '#writing/web/compare/choose-text.tsx'
import { DraftNotices } from '#writing/web/drafts/draft-notices.tsx'
import { SaveStatusLine } from '#writing/web/drafts/save-status.tsx'
import { isNowhere } from '#writing/web/drafts/writing-state.ts'
import { useWritingSession } from '#writing/web/drafts/use-writing-session.ts'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { Published } from '#writing/web/drafts/draft.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { BodyError, PostFields, type RenderEditor } from './post-fields.tsx'
import { publishLabel, usePublishChoices } from './publish-choices.ts'
import { type MailParts, useAboutPost } from './use-about-post.tsx'
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

interface PostFormProps extends MailParts {
  readonly target: PublishTarget
  readonly published: Published
  readonly renderEditor: RenderEditor
}

/** Only the button publishes: the browser would send the form by Enter in any field, that of a picture too. */
const keepEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  const { key, target, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  // Enter chooses a file. Of a dialog over the form, React tells the form, too.
  if (target.type !== 'file' && target.form === currentTarget) event.preventDefault()
}

const FORM_STYLE = 'stack gap-6'
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

/**
 * The form of 'Create a Post', 'Update Post' and the pages of the blog. Its text is saved from the
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
const WaitingForm = ({ target, published: { text }, renderEditor }: PostFormProps) => (
  <form noValidate className={FORM_STYLE}>
    <PostFields {...{ text, renderEditor }} editorKey={0} errorOf={noError} onChange={null} />
    <PublishBar>
      <div className={FOOT_ROW_STYLE}>
        <Button type="submit" variant="primary" disabled>
          {publishLabel(null, target)}
        </Button>
      </div>
    </PublishBar>
  </form>
)

interface PublishButtonProps {
  readonly target: PublishTarget
  /** Value of the field. */
  readonly time: string
  readonly form: Pick<PublishingForm, 'isPending' | 'publishState'>
  readonly unstored: UnstoredFiles
}

const PublishButton = ({ target, time, form: { isPending, publishState }, unstored: { uploading, noun } }: PublishButtonProps) => {
  const busyLabel =
    uploading > 0 ? `Waiting for ${countFiles(uploading, noun)}` : publishState.type === 'waiting' ? 'Waiting...' : 'Loading...'
  return (
    <Button type="submit" variant="primary" className="shrink-0" busy={isPending} busyLabel={busyLabel}>
      {publishLabel(time, target)}
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

const OpenForm = (props: OpenFormProps) => {
  const { session, beginNew, target, region, onPost, renderEditor } = props
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  const cover = useCover((image) => session.change({ image }))
  const files = useBodyFiles()
  const choices = usePublishChoices(target, state.id)
  const form = usePublishing({ session, target, choices, cover, files, onPost })
  const { options, line } = useAboutPost({ ...props, text: state.text, cover, choices, form })
  useLeaveGuard(() => isNowhere(state) || cover.findPending() !== null || files.hasUnstored())
  useReturnToField()
  useEffect(() => session.keepFor(files.hasUnstored))
  const changes = useTextChanges({ files, cover, region })
  const shown = { session, state, changes }
  const notices = {
    ...shown,
    isNewPost: target.postId === 'new',
    onBeginNew: beginNew,
    onDiscard() {
      session.discard()
      choices.reset()
    },
    onTakeBack() {
      session.takeBack()
      choices.takeBack()
    },
    onComparePublished: () => void form.comparePublished(),
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of its fields
    <form className={FORM_STYLE} {...form.props} onKeyDown={keepEnter}>
      {region && createPortal(<DraftNotices {...notices} />, region)}
      <ChooseText {...shown} />
      {changes.question}
      <PostFields
        text={state.text}
        editorKey={state.editorKey}
        errorOf={form.errorOf}
        onChange={form.change}
        onUnstoredFiles={files.onChange}
        renderEditor={renderEditor}
      />
      {options}
      <PublishBar>
        <FormMessage form={form} />
        <BodyError form={form} />
        <BarNotice state={state} form={form} />
        <div className="flex flex-col gap-1">
          {line}
          <div className={FOOT_ROW_STYLE}>
            <PublishButton target={target} time={choices.time} form={form} unstored={files.unstored} />
            <SaveStatusLine state={state} clean={target.postId === 'new' ? 'Nothing written yet' : 'Nothing changed yet'} />
          </div>
        </div>
      </PublishBar>
    </form>
  )
}

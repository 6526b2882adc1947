import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPasskey, readLinkToken, setUpBlog } from '#accounts/web/index.ts'
import { errorMessage, toFailure, type FormFailure } from '#ui/api/api-error.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { settingsPath } from '#ui/dashboard/settings-section.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { deleteReplies, type Replies, NO_REPLIES, QUESTION_OF, readReplies, storeReplies } from './replies.ts'
import { BlogQuestion, showPalette } from './blog-question.tsx'
import { ReadersQuestion } from './readers-question.tsx'
import { YouQuestion } from './you-question.tsx'

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

const TITLES = ['Who are you?', 'What is your blog called?', 'Who may read it?'] as const

/** Each question has its entry in the history, so that the button of the phone goes one step back, too. */
const useQuestion = (isRefused: boolean) => {
  const [question, setQuestion] = useState(0)
  const heading = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  // A refused field takes the focus itself.
  const focusHeading = useEffectEvent(() => {
    if (!isFirst.current && !isRefused) heading.current?.querySelector('h1')?.focus()
    isFirst.current = false
  })
  useEffect(() => {
    const follow = ({ state }: { readonly state: unknown }) => setQuestion((state as { question?: number } | null)?.question ?? 0)
    // After a reload, if its replies are there.
    if (readReplies() !== null) follow(history)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useEffect(() => {
    focusHeading()
  }, [question])
  const goOn = () => {
    history.pushState({ question: question + 1 }, '')
    setQuestion(question + 1)
  }
  /** To an earlier question. */
  const goBackTo = (earlier: number) => history.go(earlier - question)
  return { question, heading, goOn, goBackTo }
}

/** The account is there; only its passkey is not. */
const PasskeyMissing = ({ problem, target }: { readonly problem: string; readonly target: string }) => {
  const { run, isBusy, error } = useAction()
  const again = async () => {
    await createPasskey()
    location.replace(target)
  }
  return (
    <Card className="stack justify-items-start">
      <PageHeading>Your blog is ready</PageHeading>
      <Alert>{error ?? problem}</Alert>
      <p>Without a passkey or a password you cannot sign in again.</p>
      <Button variant="primary" busy={isBusy} onClick={() => void run(again)}>
        Try again
      </Button>
      <LinkButton href="/dashboard?tab=profile">Choose a password</LinkButton>
    </Card>
  )
}

/** Replaces the page, so that the used key is not in the history, and the header is that of the account. */
const DASHBOARD = '/dashboard'
const RESTORE = `${settingsPath('copies')}#restore`

/** The replies, which a reload of the tab keeps. */
const useReplies = () => {
  const [replies, setReplies] = useState<Replies>(NO_REPLIES)
  useEffect(() => {
    const restore = (stored: Replies) => {
      setReplies(stored)
      showPalette(stored.palette)
    }
    const stored = readReplies()
    if (stored !== null) restore(stored)
  }, [])
  useEffect(() => {
    if (replies !== NO_REPLIES) storeReplies(replies)
  }, [replies])
  const change = (changes: Partial<Replies>) => setReplies((before) => ({ ...before, ...changes }))
  return { replies, change }
}

const Questions = ({ linkKey }: { readonly linkKey: string }) => {
  const { replies, change } = useReplies()
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [missing, setMissing] = useState<{ problem: string; target: string } | null>(null)
  const { question, heading, goOn, goBackTo } = useQuestion(failure !== null)

  /** @throws ApiError that is about the last question, or about none */
  const finish = async ({ displayName, email, password, usesPasskey, ...rest }: Replies, target: string) => {
    const you = { key: linkKey, displayName, email, ...(usesPasskey ? {} : { password }) }
    const { blogName, palette, wayIn } = rest
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    try {
      await setUpBlog({ ...you, ...(blogName === '' ? {} : { blogName, palette }), wayIn, timeZone })
    } catch (error) {
      const refused = toFailure(error)
      // The last question asks for a password that a reload has lost.
      const isLost = refused.field === 'password' && replies.password === ''
      const about = isLost ? question : (QUESTION_OF[refused.field ?? ''] ?? question)
      if (about === question) throw error
      setFailure(refused)
      return goBackTo(about)
    }
    deleteReplies()
    try {
      if (usesPasskey) await createPasskey()
    } catch (error) {
      return setMissing({ problem: errorMessage(error), target })
    }
    return location.replace(target)
  }
  const part = { replies, change, failure, onNext: () => (setFailure(null), goOn()) }
  if (missing !== null) return <PasskeyMissing {...missing} />
  return (
    <div ref={heading}>
      <p className="text-small text-ink-soft">{`${question + 1} of ${TITLES.length}`}</p>
      <PageHeading className="mb-6">{TITLES[question]}</PageHeading>
      {question === 0 ? (
        <YouQuestion {...part} linkKey={linkKey} onBackup={(you) => finish({ ...you, blogName: '', wayIn: 'family' }, RESTORE)} />
      ) : null}
      {question === 1 ? <BlogQuestion {...part} onBack={() => goBackTo(0)} /> : null}
      {question === 2 ? <ReadersQuestion {...part} onBack={() => goBackTo(1)} onDone={(all) => finish(all, DASHBOARD)} /> : null}
    </div>
  )
}

/** The set-up of a new blog: three questions. All replies are sent at the end, so a blog is never half set up. */
export const SetUp = () => {
  // The server does not see the key: null until the browser has read it.
  const key = useSyncExternalStore(subscribe, readLinkToken, () => null)
  return (
    <>
      {key === '' ? (
        <Alert kind="info">
          This page needs the link that the blog printed when it started, in its terminal window or its log. It ends with a long key after a
          #. Each start prints a new one.
        </Alert>
      ) : (
        <Questions linkKey={key ?? ''} />
      )}
    </>
  )
}

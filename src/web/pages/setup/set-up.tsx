import { useEffect, useRef, useState } from 'react'
import type { BlogWords } from '#contract/endpoints/site.ts'
import type { Look } from '#contract/look.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { readLinkToken, removeLinkToken } from '#web/features/session/link-token.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { AccountStep } from './account-step.tsx'
import { BlogStep } from './blog-step.tsx'
import { LastStep } from './last-step.tsx'
import { LookStep } from './look-step.tsx'

/** What the steps after the first one begin with. */
interface Settings {
  readonly words: BlogWords
  readonly look: Look
}

const loadSettings = async (): Promise<Settings> => {
  const [words, look] = await Promise.all([browserApi('GET /api/settings/blog'), browserApi('GET /api/settings/look')])
  return { words, look }
}

const TITLES = ['Your account', 'Your blog', 'How it looks', 'Your blog is ready'] as const

/** The first steps of a new blog, one screen each. From the second one on everything is saved as it is in the dashboard. */
export const SetUp = () => {
  const [step, setStep] = useState(0)
  const [settings, setSettings] = useState<Settings | null>(null)
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (step === 0) return
    scrollTo(0, 0)
    heading.current?.focus()
  }, [step])
  const next = () => setStep((before) => before + 1)
  const enter = async () => {
    const loaded = await loadSettings().catch(() => null)
    // The account is there: what could not be loaded is asked for again by the page that has the same fields.
    if (loaded === null) return location.replace('/dashboard?tab=settings')
    // It is used up, and stays in no history.
    removeLinkToken()
    setSettings(loaded)
    next()
  }
  return (
    <>
      <div ref={heading} tabIndex={-1} className="mb-6 outline-none">
        {step < TITLES.length - 1 ? (
          <p className="text-small text-ink-soft">
            Step {step + 1} of {TITLES.length - 1}
          </p>
        ) : null}
        <PageHeading>{TITLES[step]}</PageHeading>
      </div>
      {step === 0 ? <AccountStep readKey={readLinkToken} onDone={enter} /> : null}
      {step === 1 && settings ? <BlogStep words={settings.words} onDone={next} /> : null}
      {step === 2 && settings ? <LookStep look={settings.look} onDone={next} /> : null}
      {step === 3 ? <LastStep /> : null}
    </>
  )
}

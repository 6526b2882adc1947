import type { BlogWords } from '#site/contract/site.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { SETUP_STEPS, type SetupStep } from './setup-step.ts'
import { StepHeading } from './step-form.tsx'
import { BlogStep } from './blog-step.tsx'
import { LastStep } from './last-step.tsx'
import { LookStep } from './look-step.tsx'
import { ReadingStep } from './reading-step.tsx'
import { SamplesStep } from './samples-step.tsx'

interface SetupStepsProps {
  readonly step: SetupStep
  readonly words: BlogWords
  readonly look: Look
  readonly isClosed: boolean
  /** Markup for the samples step; empty for others. */
  readonly example: string
}

const TITLES: Readonly<Record<SetupStep, string>> = {
  blog: 'Your blog',
  look: 'How it looks',
  reading: 'Who may read it',
  samples: 'To begin with',
  ready: 'Your blog is ready',
}

/** Each step is a page, so that the header shows what was saved and Back works. */
const addressOf = (step: SetupStep) => `/setup/steps?step=${step}`

/** The steps after the account. They save as the dashboard does. */
export const SetupSteps = ({ step, words, look, isClosed, example }: SetupStepsProps) => (
  <div className="wrap py-10">
    <ScriptNotice />
    <div className="mx-auto max-w-measure">
      {/* The account was step 1. */}
      <StepHeading number={step === 'ready' ? null : SETUP_STEPS.indexOf(step) + 2} title={TITLES[step]} />
      {step === 'blog' ? <BlogStep words={words} next={addressOf('look')} /> : null}
      {step === 'look' ? <LookStep look={look} next={addressOf('reading')} /> : null}
      {step === 'reading' ? <ReadingStep isClosed={isClosed} next={addressOf('samples')} /> : null}
      {step === 'samples' ? <SamplesStep example={example} next={addressOf('ready')} /> : null}
      {step === 'ready' ? <LastStep isClosed={isClosed} /> : null}
    </div>
  </div>
)

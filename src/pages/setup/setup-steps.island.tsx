import type { Settings } from '#site/contract/settings.endpoints.ts'
import { NextStepContext } from '#ui/dashboard/use-settings-form.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { SETUP_SECTIONS } from './setup-sections.ts'
import { describeStep, type SetupStep, setupStepPath } from './setup-step.ts'
import { StepHeading } from './step-heading.tsx'
import { LastStep } from './last-step.tsx'
import { SamplesStep } from './samples-step.tsx'

interface SetupStepsProps {
  readonly step: SetupStep
  /** What its section shows. */
  readonly data: object
  readonly settings: Settings
  /** Markup for the samples step; empty for others. */
  readonly example: string
}

/** The steps after the account. Most are sections of the settings, whose button leads to the next step. */
export const SetupSteps = ({ step, data, settings, example }: SetupStepsProps) => {
  const { title, number, next } = describeStep(step)
  const Section = SETUP_SECTIONS[step]?.Component
  return (
    <div className="wrap py-10">
      <ScriptNotice />
      <div className="mx-auto max-w-measure">
        <StepHeading number={number} title={title} />
        {Section === undefined || next === null ? null : (
          <NextStepContext value={setupStepPath(next)}>
            <Section {...data} />
            <p className="mt-4 text-small text-ink-soft">You can change all of this later, under Settings.</p>
          </NextStepContext>
        )}
        {step === 'samples' ? <SamplesStep example={example} next={setupStepPath('ready')} /> : null}
        {step === 'ready' ? <LastStep settings={settings} /> : null}
      </div>
    </div>
  )
}

import type { Settings } from '#site/contract/settings.endpoints.ts'
import { NextStepContext } from '#ui/dashboard/use-settings-form.ts'
import { ScriptNotice } from '#ui/components/script-notice.tsx'
import { SETUP_SECTIONS } from './setup-sections.ts'
import { describeStep, type SetupStep, setupStepPath } from './setup-step.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { StepHeading } from './step-heading.tsx'
import { LastStep } from './last-step.tsx'

interface SetupStepsProps {
  readonly step: SetupStep
  /** What its section shows. */
  readonly data: object
  readonly settings: Settings
}

const HaveBackup = () => (
  <section aria-labelledby="have-backup" className="mt-8">
    <h2 id="have-backup" className="text-h3">
      Do you have a backup?
    </h2>
    <p className="mt-1 text-ink-soft">
      Then your blog comes back as it was: posts, pictures, comments, accounts and settings. No other step is needed.
    </p>
    <LinkButton href={setupStepPath('backup')} className="mt-3">
      I have a backup
    </LinkButton>
  </section>
)

/** The steps after the account. Most are sections of the settings, whose button leads to the next step. */
export const SetupSteps = ({ step, data, settings }: SetupStepsProps) => {
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
        {step === 'blog' ? <HaveBackup /> : null}
        {step === 'backup' && Section !== undefined ? (
          <>
            <Section {...data} />
            <p className="mt-6">
              <a href={setupStepPath('blog')} className="link link-target">
                Back to the set-up
              </a>
            </p>
          </>
        ) : null}
        {step === 'ready' ? <LastStep settings={settings} /> : null}
      </div>
    </div>
  )
}

/** Titles of the steps after the account, in their order. The sections of the settings among them are in `setup-sections.ts`. */
const TITLES = {
  blog: 'Your blog',
  look: 'How it looks',
  reading: 'Who may come in',
  comments: 'Comments',
  ready: 'Your blog is ready',
} as const

type NumberedStep = keyof typeof TITLES
/** `backup` is in place of all the others. */
export type SetupStep = NumberedStep | 'backup'
export const SETUP_STEPS = Object.keys(TITLES) as readonly NumberedStep[]

/** Defaults to the first step. */
export const readSetupStep = ({ searchParams }: URL): SetupStep =>
  [...SETUP_STEPS, 'backup' as const].find((step) => step === searchParams.get('step')) ?? 'blog'

/** Each step is a page, so that the header shows what was saved and Back works. */
export const setupStepPath = (step: SetupStep): string => `/setup/steps?step=${step}`

/** Title, number and next step. The account was step 1; the last page is no step. */
export const describeStep = (step: SetupStep) => {
  if (step === 'backup') return { title: 'I have a backup', number: null, next: null }
  const index = SETUP_STEPS.indexOf(step)
  const next = SETUP_STEPS[index + 1] ?? null
  return { title: TITLES[step], number: next === null ? null : index + 2, next }
}

export const SETUP_STEP_COUNT = SETUP_STEPS.length

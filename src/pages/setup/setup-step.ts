export const SETUP_STEPS = ['blog', 'look', 'reading', 'samples', 'ready'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Defaults to the first step. */
export const readSetupStep = ({ searchParams }: URL): SetupStep => {
  const wanted = searchParams.get('step')
  return SETUP_STEPS.find((step) => step === wanted) ?? 'blog'
}

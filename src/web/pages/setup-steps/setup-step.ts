export const SETUP_STEPS = ['blog', 'look', 'reading', 'samples', 'ready'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** The first one where the address names none. */
export const readSetupStep = ({ searchParams }: URL): SetupStep => {
  const asked = searchParams.get('step')
  return SETUP_STEPS.find((step) => step === asked) ?? 'blog'
}

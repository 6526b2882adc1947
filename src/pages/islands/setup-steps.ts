export { SetupSteps as default } from '#pages/setup-steps/setup-steps.tsx'

export { SetupSteps as default } from '#pages/setup/setup-steps.tsx'

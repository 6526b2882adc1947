export { SetupSteps as default } from '#web/pages/setup-steps/setup-steps.tsx'

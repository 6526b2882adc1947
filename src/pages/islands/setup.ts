export { SetUp as default } from '#pages/setup/set-up.tsx'

export { SetUp as default } from '#web/pages/setup/set-up.tsx'

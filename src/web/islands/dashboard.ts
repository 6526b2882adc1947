export { Dashboard as default } from '#web/pages/dashboard/dashboard.tsx'

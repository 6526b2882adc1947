export { Dashboard as default } from '#web/features/dashboard/dashboard.tsx'

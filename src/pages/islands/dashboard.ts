export { Dashboard as default } from '#pages/dashboard/dashboard.tsx'

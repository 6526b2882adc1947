export { movingTab } from './moving-tab.tsx'

export { MovingTab } from './moving-tab.tsx'
export { loadMovingTab, type MovingData } from './use-imports.ts'

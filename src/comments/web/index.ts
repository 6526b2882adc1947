export { CommentsSection } from './comments-section.island.tsx'
export { commentsSection } from './comments-settings.tsx'
export type { CommentsPage } from './comments-state.ts'
export { commentsTab } from './comments-tab.tsx'

export { CommentsSection } from './comments-section.tsx'
export { CommentsSettings } from './comments-settings.tsx'
export type { CommentsPage } from './comments-state.ts'
export { CommentsTab, loadComments } from './comments-tab.tsx'

export { CommentsSection as default } from '#web/features/comments/comments-section.tsx'

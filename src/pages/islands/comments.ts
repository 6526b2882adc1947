export { CommentsSection as default } from '#comments/web/comments-section.tsx'

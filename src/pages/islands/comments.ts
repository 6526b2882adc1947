export { CommentsSection as default } from '#comments/web/index.ts'

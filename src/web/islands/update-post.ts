export { UpdatePost as default } from '#web/pages/update-post/update-post.tsx'

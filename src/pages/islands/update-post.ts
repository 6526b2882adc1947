export { UpdatePost as default } from '#pages/update-post/update-post.tsx'

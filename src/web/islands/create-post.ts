export { CreatePost as default } from '#web/pages/create-post/create-post.tsx'

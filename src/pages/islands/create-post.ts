export { CreatePost as default } from '#pages/create-post/create-post.tsx'

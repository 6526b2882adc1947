export { PostVersions as default } from '#pages/post-versions/post-versions.tsx'

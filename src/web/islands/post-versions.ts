export { PostVersions as default } from '#web/pages/post-versions/post-versions.tsx'

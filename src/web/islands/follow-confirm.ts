export { FollowConfirmForm as default } from '#web/pages/follow-confirm/follow-confirm-form.tsx'

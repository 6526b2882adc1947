export { FollowConfirmForm as default } from '#pages/follow-confirm/follow-confirm-form.tsx'

export { ResetPasswordForm as default } from '#web/pages/reset-password/reset-password-form.tsx'

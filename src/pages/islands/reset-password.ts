export { ResetPasswordForm as default } from '#pages/reset-password/reset-password-form.tsx'

export { ForgotPasswordForm as default } from '#web/pages/forgot-password/forgot-password-form.tsx'

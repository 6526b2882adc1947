export { ForgotPasswordForm as default } from '#pages/forgot-password/forgot-password-form.tsx'

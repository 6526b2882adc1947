export { VerifyEmailForm as default } from '#pages/verify-email/verify-email-form.tsx'

export { VerifyEmailForm as default } from '#web/pages/verify-email/verify-email-form.tsx'

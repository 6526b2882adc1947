export { SignUpForm as default } from '#web/pages/sign-up/sign-up-form.tsx'

export { SignUpForm as default } from '#pages/sign-up/sign-up-form.tsx'

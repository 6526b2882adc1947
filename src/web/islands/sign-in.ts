export { SignInForm as default } from '#web/pages/sign-in/sign-in-form.tsx'

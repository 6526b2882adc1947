export { SignInForm as default } from '#pages/sign-in/sign-in-form.tsx'

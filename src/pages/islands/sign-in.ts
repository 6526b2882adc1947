export { SignInForm as default } from '#accounts/web/index.ts'

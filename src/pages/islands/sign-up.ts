export { SignUpForm as default } from '#accounts/web/index.ts'

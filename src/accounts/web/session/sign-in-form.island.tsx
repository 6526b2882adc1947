import { SignInSteps, type SignInStepsProps } from './sign-in-steps.tsx'

/** On the sign-in page. */
export const SignInForm = (props: SignInStepsProps) => <SignInSteps {...props} />

import { EntryScreen } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import { useSite } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'
import { ForgotPasswordForm } from './forgot-password-form.island.tsx'

export const head = (): PageHead => ({
  title: 'Forgot your password?',
  description: 'Ask for a link to choose a new password.',
  path: '/forgot-password',
  noIndex: true,
})

export const Component = () => (
  <EntryScreen
    title="Forgot your password?"
    brand={<Brand />}
    intro="It happens. Tell us your email, and we send you a link with which you can choose a new one."
  >
    {useSite().mail ? (
      <Island component={ForgotPasswordForm} props={{}} hydration="act" />
    ) : (
      <Alert kind="info">This blog cannot send mail. Please ask the people who run it for a link to choose a new password.</Alert>
    )}
    <a href="/sign-in" className="link link-target">
      Back to Sign In
    </a>
  </EntryScreen>
)

import { EntryScreen, SignInForm, STEP_PARAMETER } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import { ADMINS_ONLY } from '#pages/page/load-page.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { Alert } from '#ui/components/alert.tsx'

export const head = (): PageHead => ({
  title: 'Sign In',
  description: 'Sign in to comment, to like and to look after your profile.',
  path: '/sign-in',
  noIndex: true,
})

export const Component = () => {
  const params = new URLSearchParams(usePage().search)
  const from = params.get('from')
  return (
    <EntryScreen title="Sign In" brand={<Brand />} intro="You can sign in with your email and password.">
      {params.has('welcome') ? <Alert kind="success">Your account is ready. You can sign in now.</Alert> : null}
      {params.has(ADMINS_ONLY) ? (
        <Alert kind="info">Only admins can open this page, and your account is none. To go on, sign in as an admin.</Alert>
      ) : null}
      {/* Filled by `showEndNotice`; mounted empty, so that it is announced. */}
      <p role="alert" data-end-notice="" className="alert empty:hidden" />
      <Island
        component={SignInForm}
        props={{ from, isSecondStep: params.has(STEP_PARAMETER) }}
        hydration={params.has(STEP_PARAMETER) ? 'now' : 'act'}
      />
      <p className="text-ink-soft">
        Dont have an account?{' '}
        <a href={from === null ? '/sign-up' : `/sign-up?from=${encodeURIComponent(from)}`} className="link link-target">
          Sign Up
        </a>
      </p>
    </EntryScreen>
  )
}

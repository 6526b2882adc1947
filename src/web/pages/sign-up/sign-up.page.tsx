import { safeReturnPath, signInPath } from '#contract/return-path.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { Island } from '#web/islands/island.tsx'
import { Brand } from '#web/layout/brand.tsx'
import { usePage } from '#web/page/page-context.ts'
import type { PageHead } from '#web/page/page-head.ts'
import { SignUpForm } from './sign-up-form.tsx'

export const head = (): PageHead => ({
  title: 'Sign Up',
  description: 'Make an account to comment on posts and to like what others wrote.',
  path: '/sign-up',
  noIndex: true,
})

export const Component = () => {
  const { site, search } = usePage()
  const from = safeReturnPath(new URLSearchParams(search).get('from'))
  const who = site.author === '' ? 'we write' : `${site.author} writes`
  return (
    <EntryScreen
      title="Sign Up"
      brand={<Brand />}
      intro={`This is a blog where ${who} about things you might like. With an account you can comment, and put a heart on what others say.`}
    >
      <Island name="sign-up" of={SignUpForm} props={{ from }} hydration="act" />
      <p className="text-ink-soft">
        Have an account?{' '}
        <a href={signInPath(from)} className="link link-target">
          Sign In
        </a>
      </p>
    </EntryScreen>
  )
}

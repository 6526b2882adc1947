import type { Site } from '#site/contract/site.endpoints.ts'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'
import { EntryScreen, SignUpForm } from '#accounts/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { Brand } from '#pages/layout/brand.tsx'
import { usePage } from '#site/web/index.ts'
import type { PageHead } from '#pages/page/page-head.ts'

export const head = (): PageHead => ({
  title: 'Sign Up',
  description: 'Make an account to comment on posts and to like what others wrote.',
  path: '/sign-up',
  noIndex: true,
})

const introOf = ({ author, isClosed }: Site): string => {
  // A closed blog does not describe itself to visitors.
  if (isClosed) return 'This blog is for the people whom its family lets in. Tell us who you are.'
  const whose = author === '' ? 'This is a blog where we write' : `This is a blog by ${author},`
  return `${whose} about things you might like. With an account you can comment, and put a heart on what others say.`
}

export const Component = () => {
  const { site, search } = usePage()
  const from = safeReturnPath(new URLSearchParams(search).get('from'))
  return (
    <EntryScreen title={site.isClosed ? 'Ask to be let in' : 'Sign Up'} brand={<Brand />} intro={introOf(site)}>
      <Island component={SignUpForm} props={{ from }} hydration="act" />
      <p className="text-ink-soft">
        Have an account?{' '}
        <a href={signInPath(from)} className="link link-target">
          Sign In
        </a>
      </p>
    </EntryScreen>
  )
}

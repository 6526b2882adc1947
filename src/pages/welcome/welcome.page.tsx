import { EntryScreen } from '#accounts/web/index.ts'
import { getOwnFollowing, type OwnFollowing } from '#following/contract/following.endpoints.ts'
import { FirstMails } from '#following/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { usePage } from '#site/web/index.ts'
import { LinkButton } from '#ui/components/button.tsx'

export const head = (): PageHead => ({ title: 'Welcome', description: 'Choose which mails you get.', path: null, noIndex: true })

export const loader = ({ api }: GuardedLoaderArgs): Promise<OwnFollowing> => api(getOwnFollowing)

/** The question for who has just joined. Everything can be changed in the profile later. */
export const Component = ({ data }: { readonly data: OwnFollowing }) => {
  const { site } = usePage()
  const home = <LinkButton href="/">Go home</LinkButton>
  return (
    <EntryScreen title="Welcome" brand={<Brand />} intro="You can read along now.">
      {site.mail ? <FirstMails following={data}>{home}</FirstMails> : home}
      {site.mail ? (
        <p className="text-small text-ink-soft">
          You can change this at any time:{' '}
          <a href="/dashboard?tab=profile#mails" className="link">
            Mails in my profile
          </a>
        </p>
      ) : null}
    </EntryScreen>
  )
}

import { EntryScreen } from '#accounts/web/index.ts'
import { getOwnMails, type MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { MailsForm } from '#newsletter/web/index.ts'
import { Brand } from '#pages/layout/brand.tsx'
import type { PageHead } from '#pages/page/page-head.ts'
import type { GuardedLoaderArgs } from '#pages/page/page-module.ts'
import { useSite } from '#site/web/index.ts'
import { LinkButton } from '#ui/components/button.tsx'

export const head = (): PageHead => ({ title: 'Welcome', description: 'Choose which mails you get.', path: null, noIndex: true })

export const loader = ({ api }: GuardedLoaderArgs): Promise<MailChoices> => api(getOwnMails)

/** The question for who has just joined. */
export const Component = ({ data }: { readonly data: MailChoices }) => {
  const { mail } = useSite()
  return (
    <EntryScreen title="Welcome" brand={<Brand />} intro="You can read along now.">
      {mail ? (
        <>
          <p>When there is something new, shall we write to you? You can change this at any time in your profile.</p>
          <MailsForm choices={data} isFirst />
        </>
      ) : null}
      <LinkButton href="/">Go home</LinkButton>
    </EntryScreen>
  )
}

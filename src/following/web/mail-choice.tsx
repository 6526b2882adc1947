import { getMailReach, type MailReach } from '#following/contract/deliveries.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { NOT_BY_MAIL_FIELD, readStoredOption, storeOption } from '#writing/web/index.ts'
import { createLoadedValues } from './loaded-value.ts'

const people = (count: number) => (count === 1 ? 'one person' : `${count.toLocaleString('en')} people`)

/** What happens when the post is published. */
export const reachWords = ({ atOnce, inDigests }: Pick<MailReach, 'atOnce' | 'inDigests'>): string => {
  if (atOnce + inDigests === 0) return 'Nobody follows by mail yet who may read this.'
  if (atOnce === 0) return `Goes to ${people(inDigests)} with their next daily or weekly mail.`
  const digests = inDigests === 0 ? '' : `, and to ${people(inDigests)} with their next daily or weekly mail`
  return `Goes to ${people(atOnce)} by mail ten minutes after it is published${digests}.`
}

const reaches = createLoadedValues((query) => browserApi(getMailReach, { query: Object.fromEntries(new URLSearchParams(query)) as never }))

interface MailChoiceProps {
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  readonly audience: Audience
  readonly category: string
}

/** Beside the button that publishes: who gets the post by mail, and the choice that nobody does. */
const Choice = ({ postId, audience, category }: MailChoiceProps) => {
  const reach = reaches.use(new URLSearchParams({ audience, category, postId }).toString())
  if (reach === null) return null
  const stored = readStoredOption('mail', postId)
  return (
    <CheckField
      label="Not by mail"
      name={NOT_BY_MAIL_FIELD}
      hint={reachWords(reach)}
      defaultChecked={stored === null ? !reach.isMailed : stored === 'no'}
      onChange={({ target }) => storeOption('mail', postId, target.checked ? 'no' : 'yes')}
    />
  )
}

/** Pages of the blog are never mailed. */
export const MailChoice = (props: MailChoiceProps) => {
  const { mail } = useSite()
  return mail && !isBlogPage(props.postId) ? <Choice {...props} /> : null
}

import { useState } from 'react'
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
  if (atOnce === 0) return `Goes to ${people(inDigests)} on Sunday.`
  const digests = inDigests === 0 ? '' : `, and to ${people(inDigests)} on Sunday`
  return `Goes to ${people(atOnce)} by mail ten minutes after it is published${digests}.`
}

const reaches = createLoadedValues((query) => browserApi(getMailReach, { query: Object.fromEntries(new URLSearchParams(query)) as never }))

interface MailChoiceProps {
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  readonly audience: Audience
  readonly category: string
}

/**
 * Beside the button that publishes: who gets the post by mail, and the choice that nobody does. The choice does not wait for
 * the numbers, which change with the category and may not come at all.
 */
const Choice = ({ postId, audience, category }: MailChoiceProps) => {
  const reach = reaches.use(new URLSearchParams({ audience, category, postId }).toString())
  const [chosen, setChosen] = useState(() => readStoredOption('mail', postId))
  const [wasMailed, setWasMailed] = useState(postId === 'new' ? true : null)
  if (wasMailed === null && reach !== null) setWasMailed(reach.isMailed)
  const choose = (mail: 'yes' | 'no') => {
    setChosen(mail)
    storeOption('mail', postId, mail)
  }
  return (
    <CheckField
      label="Not by mail"
      // Untouched, it says nothing: another admin may have chosen since it was loaded.
      name={chosen === null ? undefined : NOT_BY_MAIL_FIELD}
      hint={reach === null ? 'With a tick, nobody gets this post by mail.' : reachWords(reach)}
      checked={chosen === null ? wasMailed === false : chosen === 'no'}
      indeterminate={chosen === null && wasMailed === null}
      onChange={({ target }) => choose(target.checked ? 'no' : 'yes')}
    />
  )
}

/** Pages of the blog are never mailed. */
export const MailChoice = (props: MailChoiceProps) => {
  const { mail } = useSite()
  return mail && !isBlogPage(props.postId) ? <Choice {...props} /> : null
}

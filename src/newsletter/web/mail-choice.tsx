import { useState } from 'react'
import { getMailReach, type MailReach } from '#newsletter/contract/deliveries.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import type { MailPost } from '#writing/web/index.ts'
import { createLoadedValues } from './loaded-value.ts'

export const people = (count: number) => plural(count, 'one person', 'people')

/** What happens when the post is published. */
export const reachWords = ({ atOnce, inDigests }: Pick<MailReach, 'atOnce' | 'inDigests'>): string => {
  if (atOnce + inDigests === 0) return 'Nobody follows by mail yet who may read this.'
  if (atOnce === 0) return `Goes to ${people(inDigests)} on Sunday.`
  const digests = inDigests === 0 ? '' : `, and to ${people(inDigests)} on Sunday`
  return `Goes to ${people(atOnce)} by mail ten minutes after it is published${digests}.`
}

const reaches = createLoadedValues((query) => browserApi(getMailReach, { query: Object.fromEntries(new URLSearchParams(query)) as never }))

export const useReach = ({ postId, audience }: Pick<MailPost, 'postId' | 'audience'>) =>
  reaches.use(new URLSearchParams({ audience, postId }).toString())

const Reach = (post: MailPost) => {
  const reach = useReach(post)
  const count = reach === null ? 0 : reach.atOnce + reach.inDigests
  if (reach === null || count === 0) return null
  const isMailed = post.chosen === null ? reach.isMailed : post.chosen === 'yes'
  return <span>{isMailed ? ` · goes to ${people(count)}` : ' · not by mail'}</span>
}

/** In the line beside the button that publishes. Nothing while nobody would get it. */
export const MailReachWords = (post: MailPost) => (useSite().mail ? <Reach {...post} /> : null)

interface MailChoiceProps extends MailPost {
  readonly onChoose: (mail: 'yes' | 'no') => void
}

/** The choice does not wait for the numbers, which change with the audience and may not come at all. */
const Choice = ({ onChoose, ...post }: MailChoiceProps) => {
  const { postId, chosen } = post
  const reach = useReach(post)
  const [wasMailed, setWasMailed] = useState(postId === 'new' ? true : null)
  if (wasMailed === null && reach !== null) setWasMailed(reach.isMailed)
  return (
    <CheckField
      label="Not by mail"
      hint={reach === null ? 'With a tick, nobody gets this post by mail.' : reachWords(reach)}
      checked={chosen === null ? wasMailed === false : chosen === 'no'}
      indeterminate={chosen === null && wasMailed === null}
      onChange={({ target }) => onChoose(target.checked ? 'no' : 'yes')}
    />
  )
}

/** Whether followers get the post by mail. */
export const MailChoice = (props: MailChoiceProps) => (useSite().mail ? <Choice {...props} /> : null)

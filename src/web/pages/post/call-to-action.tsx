import { usePage } from '#web/page/page-context.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { callToAction } from './call-to-action.text.ts'

/** Visitors are led to an account, readers who have one to the comments. */
export const CallToAction = () => {
  const { isMember } = usePage()
  return (
    <aside aria-labelledby="call-to-action" className="no-print mx-auto call-to-action">
      <div>
        <h2 id="call-to-action" className="text-h3">
          {callToAction.heading}
        </h2>
        <p className="mt-2 text-ink-soft">{isMember ? callToAction.textForMembers : callToAction.text}</p>
      </div>
      <LinkButton variant="primary" className="shrink-0" href={isMember ? '#comments' : '/sign-up'}>
        {callToAction.action}
      </LinkButton>
    </aside>
  )
}

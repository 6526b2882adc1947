import { LinkButton } from '#web/ui/link-button.tsx'

/** Where to go from here. */
export const LastStep = () => (
  <div className="card grid justify-items-start gap-4 p-5">
    <p>It is empty, and our starter texts stand on its pages until you write your own.</p>
    <LinkButton href="/create-post" variant="primary">
      Write the first post
    </LinkButton>
    <LinkButton href="/dashboard?tab=pages">Make the pages yours</LinkButton>
    <LinkButton href="/">See it as readers do</LinkButton>
    <p className="text-ink-soft">
      You come from WordPress or Ghost? Bring your posts over on the computer that runs the blog, with <code>npm run blog -- import</code>.
    </p>
  </div>
)

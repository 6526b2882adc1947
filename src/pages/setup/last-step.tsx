import type { Settings } from '#site/contract/settings.endpoints.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'

/** The dashboard imports exports of WordPress and Ghost; a folder of Markdown needs the command line. */
const OldBlog = () => (
  <section aria-labelledby="old-blog" className="w-full">
    <h2 id="old-blog" className="text-h3">
      Do you have an old blog?
    </h2>
    <p className="mt-1 text-ink-soft">
      Bring its posts, pictures and comments from WordPress or Ghost:{' '}
      <a href="/dashboard?tab=moving" className="link">
        move in
      </a>
      .
    </p>
    <details>
      <summary className="link link-target">On the command line</summary>
      <p className="mt-1 wrap-anywhere text-ink-soft">
        <code>npm run blog -- import FILE</code>, on the computer that runs the blog, in its folder. It takes over a folder of Markdown
        files, too. With <code>--dry-run</code> at its end it only says what it would do; <code>docs/operating.md</code> says more, under
        ‘Import and export’.
      </p>
    </details>
  </section>
)

const whoReads = (settings: Settings): string => {
  if (settings.isClosed) return 'Only people whom you have invited or let in can read what you publish.'
  return 'Everybody who has the address can read what you publish for everyone, and search engines may list it.'
}

/** Links to continue after the set-up. */
export const LastStep = ({ settings }: { readonly settings: Settings }) => (
  <Card className="stack justify-items-start">
    <p>Its pages have our starter texts until you write your own.</p>
    <LinkButton href="/create-post" variant="primary">
      Write the first post
    </LinkButton>
    <LinkButton href="/dashboard">Go to the dashboard</LinkButton>
    <LinkButton href="/">See it as readers do</LinkButton>
    <section aria-labelledby="who-may-read">
      <h2 id="who-may-read" className="text-h3">
        Who can read it
      </h2>
      <p className="mt-1 text-ink-soft">
        {whoReads(settings)}{' '}
        <a href="/dashboard?tab=users#invitations" className="link">
          Invite people
        </a>
        , or{' '}
        <a href="/dashboard?tab=settings&section=reading" className="link">
          change who may read
        </a>
        . Readers with an account can comment;{' '}
        <a href="/dashboard?tab=settings&section=comments" className="link">
          you decide which comments wait for your approval
        </a>
        .
      </p>
    </section>
    <OldBlog />
  </Card>
)

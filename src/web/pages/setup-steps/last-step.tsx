import { LinkButton } from '#web/ui/link-button.tsx'

/** Exports of other blogs, and the command that takes each over. */
const IMPORTS = [
  { from: 'WordPress', words: 'old-blog.xml', where: 'Tools, Export, All content' },
  { from: 'Ghost', words: 'old-blog.json --site https://old.example.org', where: 'Settings, Export' },
  { from: 'Markdown', words: 'my-folder', where: 'a folder of .md files with their pictures' },
] as const

/** Only the command line imports, so this says what to type there. */
const ImportHelp = () => (
  <details className="w-full">
    <summary className="link link-target cursor-pointer">Bring over posts from WordPress, Ghost or Markdown</summary>
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere text-ink-soft">
      <p>On the computer that runs the blog, in its folder. With --dry-run at its end, a command only says what it would do.</p>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {IMPORTS.map(({ from, words, where }) => (
          <div key={from}>
            <dt>
              {from} ({where})
            </dt>
            <dd>
              <code>npm run blog -- import {words}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        What is taken over, and how pictures are found: <code>docs/operating.md</code>, under ‘Import and export’.
      </p>
    </div>
  </details>
)

/** Where to go from here. */
export const LastStep = ({ isClosed }: { readonly isClosed: boolean }) => (
  <div className="card grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4 p-5">
    <p>Our starter texts stand on its pages until you write your own.</p>
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
        {isClosed
          ? 'Only people whom you have invited can read what you publish. '
          : 'Everybody who has the address can read what you publish for everyone, and search engines may list it. '}
        <a href="/dashboard?tab=users#invitations" className="link">
          Invite people
        </a>
        , or{' '}
        <a href="/dashboard?tab=settings#reading" className="link">
          change who may read
        </a>
        . Readers with an account can comment;{' '}
        <a href="/dashboard?tab=settings#comments" className="link">
          you decide which comments wait for your approval
        </a>
        .
      </p>
    </section>
    <ImportHelp />
  </div>
)

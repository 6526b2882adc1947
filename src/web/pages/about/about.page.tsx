import { type PageHead, excerpt } from '#web/page/page-head.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { aboutParagraphs } from './about.text.ts'

export const head = (): PageHead => ({ title: 'About Our Blog', description: excerpt(aboutParagraphs[0] ?? ''), path: '/about' })

export const Component = () => (
  <article className="wrap py-10 md:py-16">
    <header className="mx-auto max-w-measure">
      <PageHeading>About Our Blog</PageHeading>
    </header>
    <div className="prose mx-auto mt-6">
      {aboutParagraphs.map((paragraph, index) => (
        <p key={paragraph} className={index === 0 ? 'drop-cap' : undefined}>
          {paragraph}
        </p>
      ))}
    </div>
    <div className="no-print mx-auto mt-10 max-w-measure">
      <LinkButton href="/search">View all posts</LinkButton>
    </div>
  </article>
)

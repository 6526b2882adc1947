import { PageHeading } from '#web/ui/page-heading.tsx'
import type { LegalText } from './legal-text.ts'

/** The screen of a `LegalText`. */
export const LegalPage = ({ text }: { readonly text: LegalText }) => (
  <article className="wrap py-10 md:py-16">
    <header className="mx-auto max-w-measure">
      <PageHeading>{text.title}</PageHeading>
      <dl className="ruled mt-4 flex flex-wrap gap-x-6 pb-4 text-small text-ink-soft">
        {text.dates.map(({ label, date }) => (
          <div key={label} className="flex gap-1.5">
            <dt>{label}:</dt>
            <dd className="font-medium text-ink">{date}</dd>
          </div>
        ))}
      </dl>
    </header>
    <div className="prose mx-auto mt-6">
      <p>{text.intro}</p>
      {text.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  </article>
)

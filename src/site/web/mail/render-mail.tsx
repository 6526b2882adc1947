import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderMail } from '#site/contract/mail.ts'
import { darkStyle, mailColours } from './mail-colours.ts'
import { MailLayout } from './mail-layout.tsx'
import { MailPartView } from './mail-parts.tsx'
import { MailContext } from './mail-style.ts'

/** Renders a mail as HTML: plain tables and inline styles. React escapes what a person wrote, so none of it becomes markup. */
export const renderMail: RenderMail = (blog, body) => {
  const colours = mailColours(blog, 'light')
  const title = body.parts.findIndex(({ kind }) => kind === 'heading')
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Stops mail programs from making links of numbers and dates. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{body.subject}</title>
        <style>{darkStyle(blog)}</style>
      </head>
      <MailContext value={{ blog, colours }}>
        <MailLayout body={body}>
          {body.parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rendered once
            <MailPartView key={index} part={part} isTitle={index === title} />
          ))}
        </MailLayout>
      </MailContext>
    </html>,
  )
  return `<!doctype html>${html}`
}

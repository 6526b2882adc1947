import { markOf } from '#site/contract/mark.ts'
import type { CSSProperties, ReactNode } from 'react'
import type { MailBody } from '#site/contract/mail.ts'
import { MailLink } from './mail-parts.tsx'
import { BREAKING, HEADING_TEXT, UI_TEXT, useMail } from './mail-style.ts'

/** In CSS pixels. Wider mails are cut off, or scaled down, by mail programs. */
const MAX_WIDTH = 600

const Table = ({
  children,
  ...size
}: {
  readonly children: ReactNode
  readonly width: number | string
  readonly style: object
  readonly className?: string
}) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...size}>
    <tbody>{children}</tbody>
  </table>
)

const Brand = () => {
  const { blog, colours } = useMail()
  return (
    <MailLink
      url={`${blog.publicUrl}/`}
      className="accent"
      style={{ ...HEADING_TEXT, ...BREAKING, fontSize: '20px', lineHeight: '28px', color: colours.accent, textDecoration: 'none' }}
    >
      <bdi>{markOf(blog.name)}</bdi>
    </MailLink>
  )
}

const Footer = ({ footer: { why, links } }: Pick<MailBody, 'footer'>) => {
  const { blog, colours } = useMail()
  const text = { ...UI_TEXT, ...BREAKING, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px', color: colours.soft }
  return (
    <>
      <p className="soft" style={text}>
        {why}
      </p>
      <p className="soft" style={text}>
        {[...links, { label: blog.name, url: `${blog.publicUrl}/` }].map(({ label, url }, index) => (
          <span key={url}>
            {index === 0 ? '' : ' · '}
            <MailLink url={url} className="soft" style={{ color: colours.soft, textDecoration: 'underline' }}>
              <bdi>{label}</bdi>
            </MailLink>
          </span>
        ))}
      </p>
    </>
  )
}

/** Aligned by the direction of each text; `align` is for mail programs that do not know this value. */
const START: CSSProperties = { textAlign: 'start' }

const Column = ({ footer, children }: Pick<MailBody, 'footer'> & { readonly children: ReactNode }) => {
  const { surface, line } = useMail().colours
  const card = { ...START, padding: '28px 24px 12px', backgroundColor: surface, border: `1px solid ${line}`, borderRadius: '14px' }
  return (
    <Table width={MAX_WIDTH} style={{ width: '100%', maxWidth: `${MAX_WIDTH}px` }}>
      <tr>
        <td align="left" style={{ ...START, padding: '0 12px 16px' }}>
          <Brand />
        </td>
      </tr>
      <tr>
        <td align="left" className="surface" style={card}>
          {children}
        </td>
      </tr>
      <tr>
        <td align="left" style={{ ...START, padding: '20px 12px 0' }}>
          <Footer footer={footer} />
        </td>
      </tr>
    </Table>
  )
}

/** Mark, card and footer. Tables with a role, because some mail programs lay out nothing else. */
export const MailLayout = ({ body: { subject, footer }, children }: { readonly body: MailBody; readonly children: ReactNode }) => {
  const { paper } = useMail().colours
  return (
    <body className="paper" style={{ margin: 0, padding: 0, backgroundColor: paper }}>
      <div role="article" aria-label={subject}>
        <Table width="100%" className="paper" style={{ backgroundColor: paper }}>
          <tr>
            <td align="center" style={{ padding: '20px 12px 32px' }}>
              <Column footer={footer}>{children}</Column>
            </td>
          </tr>
        </Table>
      </div>
    </body>
  )
}

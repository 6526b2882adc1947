import { Fragment, type ReactNode } from 'react'
import type { MailPart } from '#site/contract/mail.ts'
import { formatDate } from '#platform/contract/format-date.ts'
import { BREAKING, HEADING_TEXT, READING_TEXT, UI_TEXT, useMail } from './mail-style.ts'

type PartOf<Kind extends MailPart['kind']> = Extract<MailPart, { kind: Kind }>
interface PartProps<Kind extends MailPart['kind']> {
  readonly part: PartOf<Kind>
  readonly isTitle: boolean
}

/** Links open in another tab, in a web mail and in the preview. */
export const MailLink = ({
  url,
  className,
  style,
  label,
  children,
}: {
  readonly url: string
  readonly className: string
  readonly style: object
  readonly label?: string
  readonly children: ReactNode
}) => (
  <a href={url} aria-label={label} target="_blank" rel="noopener" className={className} style={style}>
    {children}
  </a>
)

const Heading = ({ part: { text, url }, isTitle }: PartProps<'heading'>) => {
  const { ink } = useMail().colours
  const Level = isTitle ? 'h1' : 'h2'
  const size = isTitle ? { fontSize: '28px', lineHeight: '36px' } : { fontSize: '21px', lineHeight: '28px' }
  return (
    <Level dir="auto" className="ink" style={{ ...HEADING_TEXT, ...size, ...BREAKING, margin: '0 0 8px', color: ink }}>
      {url === undefined ? (
        text
      ) : (
        <MailLink url={url} className="ink" style={{ color: ink, textDecoration: 'none' }}>
          {text}
        </MailLink>
      )}
    </Level>
  )
}

const Note = ({ part: { date, words = [] } }: PartProps<'note'>) => {
  const { colours, blog } = useMail()
  return (
    <p className="soft" style={{ ...UI_TEXT, ...BREAKING, margin: '0 0 16px', color: colours.soft }}>
      {date === undefined ? null : <span>{formatDate(date, blog)}</span>}
      {words.map((word, index) => (
        <span key={word}>
          {date === undefined && index === 0 ? '' : ' · '}
          <span dir="auto">{word}</span>
        </span>
      ))}
    </p>
  )
}

/** Elements instead of a style for white space, which Outlook does not know. */
const Lines = ({ text }: { readonly text: string }) =>
  text.split('\n').map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- rendered once
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))

const Text = ({ part: { text } }: PartProps<'text'>) => {
  const { colours } = useMail()
  return (
    <p dir="auto" className="ink" style={{ ...READING_TEXT, ...BREAKING, margin: '0 0 16px', color: colours.ink }}>
      <Lines text={text} />
    </p>
  )
}

const Quote = ({ part: { by, text } }: PartProps<'quote'>) => {
  const { colours } = useMail()
  return (
    <blockquote className="line" style={{ margin: '0 0 20px', padding: '0 0 0 16px', borderLeft: `3px solid ${colours.line}` }}>
      <p className="soft" style={{ ...UI_TEXT, ...BREAKING, margin: '0 0 4px', color: colours.soft }}>
        <bdi>{by}</bdi>
      </p>
      <p dir="auto" className="ink" style={{ ...READING_TEXT, ...BREAKING, margin: 0, color: colours.ink }}>
        <Lines text={text} />
      </p>
    </blockquote>
  )
}

/**
 * With a low priority React adds no preload hint, which a mail must not have. Without a height, only the text takes up room
 * if pictures are off.
 */
const Picture = ({ part: { id, alt, width, url } }: PartProps<'picture'>) => {
  const { soft } = useMail().colours
  const style = {
    ...UI_TEXT,
    display: 'block',
    width: '100%',
    maxWidth: `${width}px`,
    height: 'auto',
    border: 0,
    borderRadius: '9px',
    color: soft,
  }
  return (
    <div style={{ margin: '0 0 20px' }}>
      <MailLink url={url} className="soft" style={{ color: soft, textDecoration: 'none' }}>
        <img src={`cid:${id}`} alt={alt} width={width} fetchPriority="low" className="soft" style={style} />
      </MailLink>
    </div>
  )
}

const Button = ({ part: { label, url } }: PartProps<'button'>) => {
  const { accent, paper } = useMail().colours
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 16px' }}>
      <tbody>
        <tr>
          <td className="button" style={{ backgroundColor: accent, borderRadius: '999px' }}>
            <MailLink
              url={url}
              className="button"
              style={{
                ...UI_TEXT,
                display: 'inline-block',
                padding: '10px 26px',
                borderRadius: '999px',
                backgroundColor: accent,
                color: paper,
                fontWeight: 600,
                textDecoration: 'none',
              }}
            >
              {label}
            </MailLink>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Link = ({ part: { label, about, url } }: PartProps<'link'>) => {
  const { accent } = useMail().colours
  return (
    <p style={{ ...UI_TEXT, ...BREAKING, margin: '0 0 16px' }}>
      <MailLink
        url={url}
        className="accent"
        style={{ color: accent, fontWeight: 600 }}
        {...(about === undefined ? {} : { label: `${label}: ${about}` })}
      >
        {label}
      </MailLink>
    </p>
  )
}

const Rule = () => {
  const { line } = useMail().colours
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '24px 0 0' }}>
      <tbody>
        <tr>
          <td className="line" style={{ borderTop: `1px solid ${line}`, lineHeight: '24px' }}>
            {'\u00A0'}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

type PartComponents = { readonly [Kind in MailPart['kind']]: (props: PartProps<Kind>) => ReactNode }

const COMPONENTS: PartComponents = {
  heading: Heading,
  note: Note,
  text: Text,
  quote: Quote,
  picture: Picture,
  button: Button,
  link: Link,
  rule: Rule,
}

/** One part of a mail. */
export const MailPartView = ({ part, isTitle }: { readonly part: MailPart; readonly isTitle: boolean }) => {
  const Part = COMPONENTS[part.kind] as (props: { part: MailPart; isTitle: boolean }) => ReactNode
  return <Part part={part} isTitle={isTitle} />
}

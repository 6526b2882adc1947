import type { MailBlog } from '#site/contract/mail.ts'
import { PALETTES, PAPER } from '#site/contract/look.ts'

/** Colours by purpose; the names are also class names, which the dark theme needs. */
export interface MailColours {
  readonly paper: string
  readonly surface: string
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly accent: string
}

/** Mail programs know no custom properties, so these repeat the tokens of styles/tokens.css (render-mail.test.ts compares them). */
const TOKENS = {
  light: { paper: PAPER.light, surface: '#ffffff', ink: '#2a2420', soft: '#6a5d54', line: '#e4d9cc' },
  dark: { paper: PAPER.dark, surface: '#25201d', ink: '#efe6dc', soft: '#b9aa9d', line: '#3a322d' },
} as const

export const mailColours = ({ look }: Pick<MailBlog, 'look'>, theme: 'light' | 'dark'): MailColours => ({
  ...TOKENS[theme],
  accent: PALETTES[look.palette][theme].accent,
})

/** Replaces the inline colours on dark devices. Contains no quotes and brackets, which React would escape. */
export const darkStyle = (blog: Pick<MailBlog, 'look'>): string => {
  const { paper, surface, ink, soft, line, accent } = mailColours(blog, 'dark')
  const rules = [
    `.paper{background-color:${paper}!important}`,
    `.surface{background-color:${surface}!important;border-color:${line}!important}`,
    `.ink{color:${ink}!important}`,
    `.soft{color:${soft}!important}`,
    `.line{border-color:${line}!important}`,
    `.accent{color:${accent}!important}`,
    `.button{background-color:${accent}!important;color:${paper}!important}`,
  ]
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

const EMOJI_PARTS = /^[\p{Extended_Pictographic}\p{Emoji_Component}\s]+$/u
/** Digits are parts of emoji, too. */
const EMOJI_SIGN = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u20E3]/u
/** Names of their own: `:)` of WordPress, `:tada:` of Slack. */
const SMILEY = /^[:;=8xB][-\w()|/\\*?!:;<>]{1,40}$/
/** `/1f469-200d-1f467.png`, as WordPress and Slack name the files of emoji. */
const FILE_OF_CODES = /\/([0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9})(?:@\dx)?\.(?:png|svg|gif|webp)$/i
const WIDTH_MAX = 72

const isEmoji = (text: string): boolean => text.length <= 40 && EMOJI_PARTS.test(text) && EMOJI_SIGN.test(text)

function fromCodes(src: string): string {
  const codes = (FILE_OF_CODES.exec(src)?.[1] ?? '').split('-').map((code) => Number.parseInt(code, 16))
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : ''
}

/** Whether a picture is an emoji by what programs write. A photo that is called '❤' stays a photo. */
function isDrawn({ src = '', class: names = '', width = '', ...attributes }: Readonly<Record<string, string>>): boolean {
  const isNamed = /emoji|smil/i.test(`${src.slice(0, 1000)} ${names}`) || src.startsWith('data:image/gif')
  return (
    isNamed || 'data-emoji' in attributes || 'data-plain-text' in attributes || (width !== '' && Number.parseInt(width, 10) <= WIDTH_MAX)
  )
}

/** @returns the text that a picture of an emoji stands for; null for any other picture */
export function emojiOf(attributes: Readonly<Record<string, string>>): string | null {
  if (!isDrawn(attributes)) return null
  const { alt = '', src = '' } = attributes
  const texts = [
    alt,
    attributes['data-plain-text'] ?? '',
    attributes['data-emoji'] ?? '',
    fromCodes(src.slice(0, 1000).split('?')[0] ?? ''),
  ]
  return texts.map((text) => text.trim()).find(isEmoji) ?? (SMILEY.test(alt) ? alt : null)
}

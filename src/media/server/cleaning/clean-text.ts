import { AppError } from '#platform/contract/errors.ts'

const NOT_TEXT = 'This is not a plain text file. Please save it as text (UTF-8).'
/** Characters that no text contains. */
export const CONTROL_CHARACTERS = /[\0-\x08\x0E-\x1A\x1C-\x1F]/ // oxlint-disable-line no-control-regex

/** Returns a text as UTF-8 without a byte order mark, so that every browser reads it the same way. @throws bad_request */
export function cleanText(bytes: Uint8Array): Uint8Array {
  const text = decode(bytes)
  if (CONTROL_CHARACTERS.test(text)) throw new AppError('bad_request', NOT_TEXT)
  return Buffer.from(text)
}

function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Captions keep their cues: remarks, which programs fill with names and dates, and styles go. */
export function cleanCaptions(bytes: Uint8Array): Uint8Array {
  const [head = '', ...blocks] = Buffer.from(cleanText(bytes))
    .toString()
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  if (!head.startsWith('WEBVTT'))
    throw new AppError('bad_request', 'This is not a captions file: it does not begin with WEBVTT. Please save the captions as WebVTT.')
  const cues = blocks.filter((block) => block.includes('-->') && !/^(NOTE|STYLE|REGION)\b/.test(block))
  return Buffer.from(['WEBVTT', ...cues].join('\n\n').trimEnd() + '\n')
}

/** Lines of a calendar about people, devices and when it was written, with the lines that go on with them. */
const PERSONAL = /^(?:ORGANIZER|ATTENDEE|CONTACT|CREATED|LAST-MODIFIED|GEO|X-[\w-]+)[:;].*\n(?:[ \t].*\n)*/gim

/** Appointments keep what they say: what, when and where. */
export function cleanCalendar(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(cleanText(bytes)).toString().replace(/\r\n?/g, '\n')
  const cleaned = `${text.trimEnd()}\n`.replace(PERSONAL, '').replace(/^PRODID[:;].*\n(?:[ \t].*\n)*/gim, 'PRODID:-//Calendar//EN\n')
  return Buffer.from(cleaned.replaceAll('\n', '\r\n'))
}

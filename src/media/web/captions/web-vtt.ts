/** One line of captions. Times are seconds. */
export interface Caption {
  readonly start: number
  readonly end: number
  readonly text: string
}

const TIME = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/

function readTime(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction = ''] = TIME.exec(text) ?? []
  if (minutes === undefined || seconds === undefined) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000
}

function writeTime(seconds: number): string {
  const ms = Math.round(Math.max(0, seconds) * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

const readText = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/<[^<>]{0,200}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim()

/** Blank lines would end a caption, and an arrow would begin its times. */
const writeText = (text: string): string =>
  text
    .trim()
    .replace(/\n{2,}/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Larger files are no captions. */
export const VTT_MAX_BYTES = 1024 * 1024

/** Reads WebVTT, and SubRip (.srt), which differs only in its head and its commas. Styles and positions are left out. */
export function readVtt(file: string): Caption[] {
  const blocks = file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => line.includes('-->'))
    const [from = '', to = ''] = lines[at]?.split('-->') ?? []
    const start = readTime(from.trim())
    const end = readTime(to.trim().split(/\s/)[0] ?? '')
    const text = readText(lines.slice(at + 1))
    return start === null || end === null || text === '' ? [] : [{ start, end, text }]
  })
}

export function writeVtt(captions: readonly Caption[]): string {
  const blocks = captions
    .filter(({ text }) => text.trim() !== '')
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => `${writeTime(start)} --> ${writeTime(end)}\n${writeText(text)}`)
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

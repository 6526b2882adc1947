const OOXML = /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/(.+?)(?:\/2006)?(?:\/(main|relationships|chart))?$/
const OPEN_DOCUMENT = /^urn:(?:oasis|org:documentfoundation):names:(?:tc:opendocument|experimental:office):xmlns:([a-z-]+):\d/
const MICROSOFT = /^http:\/\/schemas\.microsoft\.com\/office\//

const SHORT: Readonly<Record<string, string>> = {
  'wordprocessingml main': 'w',
  'spreadsheetml main': 'x',
  'presentationml main': 'p',
  'drawingml main': 'a',
  'drawingml chart': 'c',
  'officeDocument relationships': 'r',
  'package relationships': 'rel',
  'xsl-fo-compatible': 'fo',
  drawing: 'draw',
  database: 'db',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:excel': 'xo',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'types',
  'http://openoffice.org/2009/office': 'officeooo',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.w3.org/2000/svg': 'svg',
}

/** The prefix that the rules use for a namespace. All of Microsoft's additions share 'ms'. */
export function prefixOf(uri: string): string {
  const exact = SHORT[uri]
  if (exact !== undefined) return exact
  const [, area, part] = OOXML.exec(uri) ?? []
  const short = SHORT[`${area} ${part}`]
  if (short !== undefined) return short
  const [, open] = OPEN_DOCUMENT.exec(uri) ?? []
  if (open !== undefined) return SHORT[open] ?? open
  return MICROSOFT.test(uri) ? 'ms' : 'other'
}

/** A path on somebody's device: it holds the name of the user. */
export const isLocalPath = (text: string): boolean =>
  /(?:^|[\s"'(=[])(?:file:(?=[\\/]|[a-z]:)|[a-z]:[\\/](?!\/)|\\\\[^\\]|\/(?:users|home)\/)/i.test(text)

/** Addresses that a document may lead to. Others name files of the writer's device, or run something. */
export const isOpenAddress = (address: string): boolean => /^(?:https?|mailto|tel|sms):/i.test(address.trim())

/** Such as 'Letter of Dr Smith.jpg'. */
export const isFileName = (text: string): boolean =>
  /^.{1,300}\.(?:jpe?g|jfif|png|gif|tiff?|bmp|hei[cf]|webp|avif|svg|[ew]mf|pdf|docx?|xlsx?|pptx?)$/i.test(text)

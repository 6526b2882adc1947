/** React writes its preload hints before the markup; they belong into <head>. */
export const splitHints = (html: string): readonly [hints: string, html: string] => {
  const hints = /^(?:<link [^>]*>)+/.exec(html)?.[0] ?? ''
  return [hints, html.slice(hints.length)]
}

/** The text as it is sent: without the empty paragraph the editor keeps below the last block to write on. */
export const withoutTrailingBlank = (html: string): string => html.replace(/(<p><\/p>)+$/, '')

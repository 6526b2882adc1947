/** Removes the empty paragraph that the editor adds after the last block. */
export const withoutTrailingBlank = (html: string): string => html.replace(/(<p><\/p>)+$/, '')

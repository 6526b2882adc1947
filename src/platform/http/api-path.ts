/** Paths under /api match in any letter case, with or without a slash at the end (docs/product.md, 10); no id has capitals. */
export const plainApiPath = (path: string): string => path.toLowerCase().replace(/\/+$/, '')

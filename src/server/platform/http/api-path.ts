/** Paths under /api match in any letter case, with or without a slash at the end (decisions, HTTP); no id of ours has capitals. */
export const plainApiPath = (path: string): string => path.toLowerCase().replace(/\/+$/, '')

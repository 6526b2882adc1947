const MEGABYTE = 1024 * 1024

/** '340 KB', '12.3 MB' */
export const fileSizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MEGABYTE).toFixed(1)} MB`

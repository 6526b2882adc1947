const MEGABYTE = 1024 * 1024

/** '340 KB', '12.3 MB', '2.1 GB'. */
export const sizeText = (bytes: number): string => {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`
  return bytes < 1024 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
}

const MEGABYTE = 1024 * 1024

/** '340 KB', '1.5 MB', '1.2 GB' */
export const sizeText = (bytes: number): string => {
  if (bytes < MEGABYTE) return `${Math.ceil(bytes / 1024)} KB`
  return bytes < 1024 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
}

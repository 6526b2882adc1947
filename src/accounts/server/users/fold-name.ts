/**
 * Returns the form in which two names are equal that people read as one: without case, blanks, accents, punctuation and hidden
 * characters. Letters of other shapes stay apart, as Karl and Kari are two people. Empty for a name without letters and digits.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

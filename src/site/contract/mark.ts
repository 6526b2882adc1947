/** The brand in the header and in mails, before the word Blog. */
export const markOf = (name: string): string => `♥ ${name}`

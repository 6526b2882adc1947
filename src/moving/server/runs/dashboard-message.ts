/** Removes clauses about commands and their options from a message that is shown in the browser. */
export function toDashboardMessage(message: string): string {
  const isOfCommands = (text: string) => /(^|[\s'(])--[a-z]|npm run/.test(text)
  const clauses = message.split(/(?<=[.;])\s+|(?<=\w),? or (?=give --)/)
  const kept = clauses.filter((clause) => !isOfCommands(clause)).map((clause) => clause.trim().replace(/;$/, '.'))
  const text = kept.join(' ').replace(/(?<![.!?])$/, '.')
  return kept.length === 0 ? 'This cannot be imported as it is.' : text
}

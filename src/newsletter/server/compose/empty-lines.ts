const isEmpty = (line: string) => line.trim() === ''

/** Writers make room with empty lines; mails show at most two in a row. @param before the lines before it */
export const isFurtherEmptyLine = (line: string, before: readonly string[]): boolean =>
  isEmpty(line) && before.slice(-2).filter(isEmpty).length === 2

export function withoutFurtherEmptyLines(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) if (!isFurtherEmptyLine(line, lines)) lines.push(line)
  return lines.join('\n')
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Prints a Markdown table. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  print(line(head))
  print(`| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  for (const row of rows) print(line(row))
}

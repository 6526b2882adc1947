import { parse, stringify } from 'yaml'

/** Returns a file with a head in YAML and a text below it. */
export const writeHeadAndText = (fields: object, text: string): string => `---\n${stringify(fields, { lineWidth: 0 })}---\n\n${text}\n`

/** @throws Error in words for the operator */
export function readHeadAndText(file: string): { fields: unknown; text: string } {
  const [, yaml, text] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(file) ?? []
  if (yaml === undefined) throw new Error('it does not begin with a head between two lines of ---')
  return { fields: parseYaml(yaml), text: (text ?? '').replace(/^\r?\n|\r?\n$/g, '') }
}

/** Parses YAML with few aliases, so that no file expands to something huge. */
export const parseYaml = (text: string): unknown => parse(text, { schema: 'core', maxAliasCount: 20 })

import { resolve } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { Command, Flag } from '#platform/cli/command.ts'
import { describeCommand } from '#platform/cli/help.ts'

const FLAGS: Readonly<Record<string, Flag>> = {
  'dry-run': { type: 'boolean', help: 'says what would come, and writes nothing' },
  site: { type: 'string', value: 'ADDRESS', help: 'where the old blog is, for exports of Ghost, which do not say' },
  'no-pictures': { type: 'boolean', help: 'fetches nothing from other sites' },
  pictures: { type: 'string', value: 'FOLDER', help: 'a copy of wp-content/uploads or content/images, asked before the old site' },
}

/** Imports another blog's posts, also while Kindred is running. */
export const importCommand: Command = {
  name: ['import'],
  usage: 'import FILE|FOLDER [--dry-run]',
  summary: 'Takes over a WordPress or Ghost export, the zip of a blog like this one, or a Markdown folder; without a name, says how.',
  flags: FLAGS,
  words: 1,
  async run(context) {
    const [path] = context.words
    if (path === undefined) throw new AppError('bad_request', `Please name the file or folder.\n${describeCommand(importCommand)}`)
    // The other commands do not load the parsers.
    const { importFromTerminal } = await import('./runs/import-from-terminal.ts')
    await importFromTerminal(context, resolve(path))
  },
}

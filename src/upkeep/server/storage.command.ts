import { once } from 'node:events'
import type { Command } from '#platform/cli/command.ts'

/** Runs the storage service only: on PORT, with the settings of the blog. */
export const storageCommand: Command = {
  name: ['storage'],
  usage: 'storage',
  summary: 'Serves /files alone, on its own PORT: a proxy leads uploads and pictures past the blog.',
  flags: {},
  async run({ db, config, out }) {
    // The other commands do not need the server.
    const { startStorage } = await import('./start-storage.ts')
    const service = await startStorage({ db, config })
    out(`The storage is ready: ${service.url}`)
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
    await service.close()
  },
}

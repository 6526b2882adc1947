import type { Samples, sampleEndpoints } from '#writing/contract/samples.endpoints.ts'
import { readSampleAbout } from './read-samples.ts'
import { listSamplePosts } from '#posts/server/index.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly createSamplePosts: (write: ChangeFeed['write'], authorId: string) => Promise<void>
  readonly deleteSamplePosts: (write: ChangeFeed['write'], by: string) => Promise<{ deleted: number; stayed: number }>
}

/** Sample posts for a new blog (decision 35). */
export function sampleRoutes({ db, createSamplePosts, deleteSamplePosts }: Dependencies): Handlers<typeof sampleEndpoints> {
  return {
    async getSamples() {
      return countSamples(db)
    },

    async getSampleAbout() {
      return { content: await readSampleAbout() }
    },

    async createSamples({ viewer, write }) {
      await createSamplePosts(write, viewer.id)
      return countSamples(db)
    },

    async deleteSamples({ viewer, write }) {
      const { stayed } = await deleteSamplePosts(write, viewer.id)
      return { success: true, message: stayed === 0 ? GONE : `${GONE} ${stayed} that you changed ${stayed === 1 ? 'stays' : 'stay'}.` }
    },
  }
}

const GONE = 'The sample posts are gone.'

async function countSamples(db: Database): Promise<Samples> {
  const samples = await listSamplePosts(db)
  const changed = samples.filter(({ isChanged }) => isChanged).length
  return { posts: samples.length - changed, changed }
}

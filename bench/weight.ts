import { describeWeight, weighPage } from '#tests/support/browser/page-weight.ts'
import { startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { printTable } from './print.ts'

/** Prints the size of each file that a first visit loads, without pictures. */
export async function benchWeight({ dataDir, blog: { slugs } }: BenchContext): Promise<void> {
  const blog = await startBlog(dataDir)
  try {
    printTable(['first post page, brotli', 'KB', 'what for'], describeWeight(await weighPage(`${blog.url}/post/${slugs.at(-1)}`)))
  } finally {
    await blog.stop()
  }
}

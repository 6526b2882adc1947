import { type BlogAddress, type Person, signIn } from './person.ts'
import { createUploader } from './uploader.ts'
import type { Client, World } from './world.ts'
import { createAuthor, createReader } from './writers.ts'

const READERS = 3
/** Time for interrupted uploads to resume and finish. */
const FINISH_MS = 120_000

/** Two authors, readers and uploaders, who all write to one blog. */
export async function createClients(world: World, { blog, admin, uploaders }: { blog: BlogAddress; admin: Person; uploaders: number }) {
  const clients: Client[] = [createAuthor(world, admin), createAuthor(world, admin)]
  for (let number = 0; number < READERS; number += 1) {
    const reader = { username: `reader${number}`, email: `reader${number}@example.org`, password: 'a reader of this run' }
    await admin.call('POST', '/api/auth/signup', reader)
    const person = await signIn(blog, reader)
    // Fast comments of new readers would wait for approval.
    await admin.call('PUT', `/api/user/role/${person.id}`, { role: 'family' })
    clients.push(createReader(world, person))
  }
  for (let number = 0; number < uploaders; number += 1) clients.push(await createUploader(world, admin))
  return clients
}

/** Finishes interrupted uploads, and has every post checked. */
export async function finishWriting({ problems, openPosts, touched }: World, clients: readonly Client[]): Promise<void> {
  const deadline = Date.now() + FINISH_MS
  const busy = () => clients.filter((client) => client.isIdle?.() === false)
  const begun = problems.length
  while (problems.length === begun && busy().length > 0 && Date.now() < deadline)
    await Promise.all(busy().map((client) => client.act().catch((error: unknown) => void problems.push(`at the end: ${String(error)}`))))
  if (busy().length > 0) problems.push('an interrupted upload did not finish')
  for (const post of openPosts) touched.set(post.marker, post.versions)
}

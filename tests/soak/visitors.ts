import { InDoubt, Person, signIn } from '#tests/crash/person.ts'
import type { Client, World } from '#tests/crash/world.ts'

/** Reads pages, cached and uncached ones. */
export function createVisitor(world: World, url: string): Client {
  const visitor = new Person({ url }, '', '')
  const paths = () => ['/', '/projects', '/about', '/search', `/search?searchTerm=${world.random.pick(world.openPosts)?.marker ?? 'x'}`]
  return {
    name: 'visitor',
    async act() {
      const path = world.random.pick(paths()) ?? '/'
      const response = await visitor.send(path, {})
      const text = await response.text().catch((error: unknown) => Promise.reject(new InDoubt(0, String(error))))
      if (response.status >= 500) throw new InDoubt(response.status, `GET ${path}`)
      if (response.status !== 200 || !text.includes('</html>'))
        world.problems.push(`GET ${path}: ${response.status}, ${text.length} characters`)
    },
  }
}

/** Creates accounts, whose mails go through the outbox. */
export function createNewcomer(world: World, url: string): Client & { readonly accounts: { email: string; password: string }[] } {
  const visitor = new Person({ url }, '', '')
  const accounts: { email: string; password: string }[] = []
  return {
    name: 'newcomer',
    accounts,
    async act() {
      const username = world.random.word('nw')
      const account = { email: `${username}@example.org`, password: 'one of many here' }
      await visitor.call('POST', '/api/auth/signup', { username, ...account })
      world.ledger.acknowledged += 1
      accounts.push(account)
    },
  }
}

/** Signs in to every acknowledged account. @returns a line for each that fails */
export async function findLostAccounts(url: string, accounts: readonly { email: string; password: string }[]): Promise<string[]> {
  const lost: string[] = []
  for (const account of accounts)
    await signIn({ url }, account).catch((error: unknown) => lost.push(`account ${account.email}: ${String(error)}`))
  return lost
}

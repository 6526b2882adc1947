import { createToken, hashToken } from '#server/platform/tokens.ts'
import type { Run } from './import-run.ts'
import type { SourcePerson } from './source.ts'

/**
 * Makes a follower of a person who had agreed to get the newsletter, and only of such a person; nothing is mailed about
 * it. Once: who ended it here since stays away. An address that has an account, or follows, is left as it is.
 */
export async function importFollower(run: Run, { email, consentedAt }: SourcePerson): Promise<void> {
  const { parts, options, report, memory } = run
  const sourceId = `follower ${hashToken(email)}`
  if (consentedAt === null || (await memory.find(parts.db, 'person', sourceId)) !== undefined) return
  const [account, follower] = await Promise.all([
    parts.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst(),
    parts.db.selectFrom('followers').select('id').where('email', '=', email).executeTakeFirst(),
  ])
  if (account || follower) return
  report.counts.followers += 1
  if (options.isDryRun) return
  const [id, at] = [parts.newId(), parts.now()]
  await parts.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('followers')
      .values({
        id,
        email,
        link_key: createToken(),
        posts: 'at_once',
        confirmed_at: Math.min(consentedAt, at),
        // Nothing that was published before is mailed.
        digest_through: at,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    await memory.save(trx, { kind: 'person', sourceId, target: id })
  })
}

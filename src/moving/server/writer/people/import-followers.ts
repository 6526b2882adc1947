import { createToken, hashToken } from '#platform/security/tokens.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import type { SourcePerson } from '#moving/server/record/source.ts'

/**
 * Makes a person who had agreed to get the newsletter a follower, without a mail. Never twice, so that a person who has
 * unsubscribed stays unsubscribed. Skips addresses of accounts and of followers.
 */
export async function importFollower(run: Run, { email, consentedAt }: SourcePerson): Promise<void> {
  const { parts, options, report, importedItems } = run
  const sourceId = `follower ${hashToken(email)}`
  if (consentedAt === null || (await importedItems.find(parts.db, 'person', sourceId)) !== undefined) return
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
        // Posts published before are not mailed.
        digest_through: at,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    await importedItems.save(trx, { kind: 'person', sourceId, target: id })
  })
}

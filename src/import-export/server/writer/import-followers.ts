import { countImported, createWaiting } from '#newsletter/server/index.ts'
import { emailField } from '#accounts/contract/account-fields.ts'
import { hashToken } from '#platform/security/tokens.ts'
import type { Run } from './import-run.ts'

/** People in one transaction. */
const BATCH_SIZE = 100

/** Addresses that can be mailed, each once. */
const emailsOf = ({ source }: Run): string[] => [...new Set(source.people.flatMap(({ email }) => emailField.safeParse(email).data ?? []))]

export function countFollowers(run: Run): void {
  run.report.counts.followers = emailsOf(run).length
}

/** Adds who had agreed to get the newsletter, each once: a person who has ended it here is not added again. */
export async function importFollowers(run: Run): Promise<void> {
  const { parts, options, report, importedItems } = run
  const emails = emailsOf(run)
  for (let at = 0; at < emails.length && !options.signal?.aborted; at += BATCH_SIZE) {
    await parts.db.transaction().execute(async (trx) => {
      for (const email of emails.slice(at, at + BATCH_SIZE)) {
        const sourceId = hashToken(email)
        if ((await importedItems.find(trx, 'person', sourceId)) !== undefined) continue
        const id = parts.newId()
        const isNew = await createWaiting(trx, { id, email, importId: options.importId, now: parts.now() })
        if (isNew) await importedItems.save(trx, { kind: 'person', sourceId, target: id })
      }
    })
  }
  report.counts.followers = await countImported(parts.db, options.importId)
}

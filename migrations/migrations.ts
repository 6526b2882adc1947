import type { Migration } from 'kysely/migration'
import * as initial from './0001-initial.ts'
import * as accounts from './0002-accounts.ts'
import * as pictures from './0003-pictures.ts'
import * as changes from './0004-changes.ts'
import * as lists from './0005-lists.ts'
import * as writing from './0006-writing.ts'
import * as jobs from './0007-jobs.ts'
import * as search from './0008-search.ts'
import * as imports from './0009-imports.ts'
import * as leases from './0010-leases.ts'
import * as keptPictures from './0011-kept-pictures.ts'
import * as searchWindows from './0012-search-windows.ts'
import * as searchPlans from './0013-search-plans.ts'
import * as countersAndSearch from './0014-counters-and-search.ts'
import * as uploadLocks from './0015-upload-locks.ts'
import * as renewedSessions from './0016-renewed-sessions.ts'
import * as plannedAndPinned from './0017-planned-and-pinned.ts'
import * as displayNames from './0018-display-names.ts'
import * as deletedComments from './0019-deleted-comments.ts'
import * as blogPages from './0020-blog-pages.ts'
import * as ownWords from './0021-own-words.ts'
import * as whatRunsAndWhyMailFailed from './0023-what-runs-and-why-mail-failed.ts'
import * as passkeys from './0024-passkeys.ts'
import * as audiences from './0025-audiences.ts'
import * as invitations from './0026-invitations.ts'
import * as secondSteps from './0027-second-steps.ts'
import * as following from './0028-following.ts'
import * as replies from './0029-replies.ts'
import * as hearts from './0030-hearts.ts'
import * as feedsAndSuggestions from './0031-feeds-and-suggestions.ts'
import * as movingIn from './0032-moving-in.ts'
import * as importsInTheBrowser from './0033-imports-in-the-browser.ts'
import * as oneQueueOfMail from './0034-one-queue-of-mail.ts'
import * as endOfFamily from './0036-end-of-family.ts'
import * as pagesOfAUsersRows from './0037-pages-of-a-users-rows.ts'
import * as oneDraft from './0038-one-draft.ts'
import * as strangers from './0039-strangers.ts'
import * as keysOfRequests from './0040-keys-of-requests.ts'
import * as removedAccounts from './0041-removed-accounts.ts'
import * as hearingOfNews from './0043-hearing-of-news.ts'
import * as backupsElsewhere from './0044-backups-elsewhere.ts'
import * as film from './0046-film.ts'
import * as wordsOfComments from './0047-words-of-comments.ts'
import * as printCopies from './0048-print-copies.ts'
import * as visitorReportsAndKeptPictures from './0049-visitor-reports-and-kept-pictures.ts'
import * as largeBackups from './0050-large-backups.ts'

/** Run in the order of their names. Never edit a released migration. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-accounts': accounts,
  '0003-pictures': pictures,
  '0004-changes': changes,
  '0005-lists': lists,
  '0006-writing': writing,
  '0007-jobs': jobs,
  '0008-search': search,
  '0009-imports': imports,
  '0010-leases': leases,
  '0011-kept-pictures': keptPictures,
  '0012-search-windows': searchWindows,
  '0013-search-plans': searchPlans,
  '0014-counters-and-search': countersAndSearch,
  '0015-upload-locks': uploadLocks,
  '0016-renewed-sessions': renewedSessions,
  '0017-planned-and-pinned': plannedAndPinned,
  '0018-display-names': displayNames,
  '0019-deleted-comments': deletedComments,
  '0020-blog-pages': blogPages,
  '0021-own-words': ownWords,
  '0023-what-runs-and-why-mail-failed': whatRunsAndWhyMailFailed,
  '0024-passkeys': passkeys,
  '0025-audiences': audiences,
  '0026-invitations': invitations,
  '0027-second-steps': secondSteps,
  '0028-following': following,
  '0029-replies': replies,
  '0030-hearts': hearts,
  '0031-feeds-and-suggestions': feedsAndSuggestions,
  '0032-moving-in': movingIn,
  '0033-imports-in-the-browser': importsInTheBrowser,
  '0034-one-queue-of-mail': oneQueueOfMail,
  '0036-end-of-family': endOfFamily,
  '0037-pages-of-a-users-rows': pagesOfAUsersRows,
  '0038-one-draft': oneDraft,
  '0039-strangers': strangers,
  '0040-keys-of-requests': keysOfRequests,
  '0041-removed-accounts': removedAccounts,
  '0043-hearing-of-news': hearingOfNews,
  '0044-backups-elsewhere': backupsElsewhere,
  '0046-film': film,
  '0047-words-of-comments': wordsOfComments,
  '0048-print-copies': printCopies,
  '0049-visitor-reports-and-kept-pictures': visitorReportsAndKeptPictures,
  '0050-large-backups': largeBackups,
}

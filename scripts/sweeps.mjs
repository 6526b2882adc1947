/** Test files that use tests/support/sweep.ts; `npm run test:sweeps` runs them. */
export const SWEEPS = [
  'bench/parts.test.ts',
  'src/app/anything.property.test.ts',
  'src/app/settings-at-work.test.ts',
  'src/comments/server/repeated-requests.property.test.ts',
  'src/media/server/cleaning/hostile.test.ts',
  'src/upkeep/server/backup/hostile-archives.test.ts',
  'src/upkeep/server/backup/upgrade-database.test.ts',
  'src/writing/web/drafts/stories.property.test.ts',
  'tests/attacks/one-attacker.test.ts',
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/announcements.test.ts',
  'tests/e2e/appearance.test.ts',
  'tests/e2e/early-taps.test.ts',
  'tests/e2e/widths.test.ts',
  'tests/e2e/xss.test.ts',
  'tests/leaks/leaks.test.ts',
]

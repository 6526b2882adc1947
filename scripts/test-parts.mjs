const suite = (...words) => ({ command: ['scripts/test.mjs', ...words] })
const program = (folder) => ({ command: [`tests/${folder}/main.ts`] })

/** What `npm run test:all` runs, in this order; docs/development.md describes it. `command` has the arguments of Node. */
export const PARTS = {
  tests: suite(),
  sweeps: suite('--sweeps'),
  interruptions: suite('--project=interruptions'),
  // Six hunts on each database, with 11,000 requests together.
  leaks: { ...suite('tests/leaks'), env: { LEAK_REQUESTS: '1834' } },
  browsers: program('browsers'),
  'writing-kills': program('writing-kills'),
  crash: program('crash'),
  screenshots: program('screenshots'),
  attacks: program('attacks'),
  media: suite('--project=media'),
  restores: program('restores'),
  soak: program('soak'),
  mail: program('mail'),
  deploy: suite('--project=deploy'),
  imports: program('imports'),
}

import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findMemoryFolder } from './tests/support/blog/memory-folder.ts'

// React's production build, as on the server: the development build renders nine times as slowly.
process.env.NODE_ENV = 'production'

const UNIT_FOLDERS = '{src,migrations,scripts,bench,tests}'

/** These limits end only what hangs: a busy machine may take minutes for what usually takes a second. */
const HANG_MS = 1_800_000
const POLL_TIMEOUT_MS = 300_000

/** In a real browser. */
const journeys = (name: string) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    globalSetup: ['tests/support/browser/chromium.setup.ts', 'tests/support/blog/seeded-blog.setup.ts'],
    // The browser's profile and the blog's data.
    env: { TMPDIR: findMemoryFolder() ?? tmpdir() },
    expect: { poll: { interval: 60, timeout: POLL_TIMEOUT_MS } },
  },
})

/** Tests of the parts lie beside them; journeys in a real browser under tests/e2e. `npm test` runs all projects but `deploy`, `media`, `times` and `interruptions`. */
export default defineConfig({
  test: {
    // Started once, for every project.
    globalSetup: ['tests/support/database/postgres.setup.ts', 'tests/support/database/sqlite.setup.ts'],
    // Projects begin in the order of their names, each with its largest files: the small ones fill the end.
    maxWorkers: 3,
    // Modules are loaded once for each worker, not for each file: half the time of the unit tests. No test replaces one.
    isolate: false,
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: POLL_TIMEOUT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${UNIT_FOLDERS}/**/*.test.{ts,tsx,mjs}`],
          exclude: ['tests/{e2e,interruptions,storage,attacks,crash,faults,media,times,deploy/runs}/**', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          // Pictures from upload to reader, in a folder and on a real S3-compatible server.
          name: 'storage',
          include: ['tests/storage/**/*.test.ts'],
          globalSetup: 'tests/support/storage/s3.setup.ts',
        },
      },
      {
        extends: true,
        test: {
          // The built blog while everything around it breaks, and itself.
          name: 'faults',
          include: ['tests/{attacks,crash,faults}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // What counts time, one after the other, against a reference of the same run; part of `npm run test:all -- sweeps`.
          name: 'times',
          include: ['tests/times/**/*.test.ts'],
          fileParallelism: false,
          // After all others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // What is in deploy/, run by the programs that it is for; `npm run test:all -- deploy`.
          name: 'deploy',
          include: ['tests/deploy/runs/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          // Large and hostile films with the built blog, ffmpeg and three browsers; `npm run test:all -- media`.
          name: 'media',
          include: ['tests/media/**/*.test.ts'],
          globalSetup: [
            'tests/support/storage/s3.setup.ts',
            'tests/support/browser/chromium.setup.ts',
            'tests/support/blog/seeded-blog.setup.ts',
          ],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      journeys('e2e'),
      // What people and lines do in the midst of things; `npm run test:all -- interruptions`.
      journeys('interruptions'),
    ],
  },
})

import type { ImportDetail, Rollback } from '#import-export/contract/imports.endpoints.ts'
import { makeWordpressExport } from '#tests/support/import-export/wordpress-export.ts'
import { pageWith, stay, steps, see } from './screen-steps.ts'
import type { Screen } from './visitor-screens.ts'

const REPORT: NonNullable<ImportDetail['check']> = {
  asksForSite: true,
  counts: {
    posts: 412,
    drafts: 9,
    pages: 12,
    comments: 1893,
    pictures: 655,
    files: 12,
    followers: 31,
    settings: 0,
    alreadyHere: 0,
  },
  notes: [
    {
      kind: 'leftThere',
      count: 3,
      lines: ['A draft without a word (2 times)', 'Thrown away: in the trash'],
    },
    {
      kind: 'tags',
      count: 7,
      lines: ['tag Recipes and everything that we cooked in the nights at the ward (7 times)'],
    },
  ],
  missing: [],
  missingCount: 0,
}

const CHECKED: ImportDetail = {
  _id: 'one',
  fileName: 'a-diary-of-many-years-with-a-very-long-name-2026.xml',
  bytes: 48_400_000,
  format: 'wordpress',
  state: 'checked',
  isStopping: false,
  hasFile: true,
  site: null,
  fetchesPictures: true,
  progress: { done: 412, total: 412, pictures: 0 },
  message: null,
  createdAt: '2026-03-14T09:26:53.000Z',
  startedAt: null,
  endedAt: '2026-03-14T09:27:13.000Z',
  deletedAt: '2026-04-13T09:27:13.000Z',
  check: REPORT,
  result: null,
  waitingFollowers: 0,
}

const startedAt = '2026-03-14T09:30:00.000Z'
const MISSING = [
  {
    what: 'picture' as const,
    post: 'Day 12',
    address: 'https://old.example.org/wp-content/uploads/2019/05/a-long-name-of-a-photo.jpg',
    why: 'the site answered 404',
  },
]

const TAKING_BACK: Rollback = {
  going: 411,
  titles: ['Day 12', 'A night at the ward'],
  staying: [{ _id: 'three', title: 'Day 13', why: 'it was edited' }],
  stayingCount: 1,
  followers: 31,
}

const STATES: Readonly<Record<string, ImportDetail>> = {
  checked: CHECKED,
  running: { ...CHECKED, state: 'running', startedAt, progress: { done: 151, total: 412, pictures: 203 } },
  stopped: {
    ...CHECKED,
    state: 'stopped',
    startedAt,
    message: 'The blog was stopped meanwhile. What had been brought over is here; you can go on.',
  },
  done: { ...CHECKED, state: 'done', startedAt, result: { ...REPORT, missing: MISSING, missingCount: 1 }, waitingFollowers: 31 },
  failed: { ...CHECKED, state: 'failed', check: null, message: 'There is not enough room on the disk of the blog.' },
}

const PATH = '/dashboard?tab=moving'

/** Screen of an import in one state, as the server renders it. */
const stateScreen = (name: string, detail: ImportDetail): Screen => {
  const { check: _check, result: _result, waitingFollowers: _waiting, ...listed } = detail
  const other: typeof listed = { ...listed, _id: 'two', state: 'done', fileName: 'comments.json', format: 'ghost' }
  const bodies = {
    'GET /api/imports': { imports: [listed, other] },
    'GET /api/imports/:import': detail,
    'GET /api/imports/:import/rollback': TAKING_BACK,
  }
  return {
    name: `moving-${name}`,
    role: 'admin',
    path: PATH,
    intercept: steps(pageWith(PATH, bodies), (page) =>
      page.route('**/api/imports', (route) => route.fulfill({ json: bodies['GET /api/imports'] })),
    ),
    arrange: steps(see('a-diary-of-many-years'), async (page) => {
      for (const summary of await page.locator('.card > summary, .card details > summary').all()) await summary.click()
    }),
  }
}

export const importExportScreens: readonly Screen[] = [
  { name: 'moving', role: 'admin', path: PATH },
  {
    name: 'moving-wrong-file',
    role: 'admin',
    path: PATH,
    arrange: steps(
      (page) =>
        page
          .getByLabel('The exported file')
          .setInputFiles({ name: 'old.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04') }),
      see('Please unpack it'),
    ),
    leave: stay,
  },
  {
    name: 'moving-sending',
    role: 'admin',
    path: PATH,
    prepare: (page) => page.route('**/files', () => {}),
    arrange: steps((page) => {
      const buffer = Buffer.from(makeWordpressExport('https://old.example.org', 3).xml)
      return page.getByLabel('The exported file').setInputFiles({ name: 'old.xml', mimeType: 'text/xml', buffer })
    }, see('Sending: 0 %')),
  },
  ...Object.entries(STATES).map(([name, detail]) => stateScreen(name, detail)),
]

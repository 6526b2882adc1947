/** What requests cost the blog: CPU time of its process, and bytes with headers. */
export interface Cost {
  readonly cpuMs: number
  readonly bytes: number
}

/** Measured by viral.ts. */
export interface RequestCosts {
  /** A cached page, for a reader who has nothing of the blog yet. */
  readonly page: Cost
  /** One of the built files of a first visit, on average, and how many there are. */
  readonly file: Cost & { readonly count: number }
  /** A photograph, for a phone. */
  readonly picture: Cost
  /** A page that has not changed (304). */
  readonly unchanged: Cost
  /** A comment, and the page that is rendered for the next reader. */
  readonly comment: Cost
}

/** Readers of one post within an hour. All but `readers` is per reader. */
export interface Crowd {
  readonly readers: number
  /** The busiest minute has so many times the readers of a mean one. */
  readonly peak: number
  /** Photographs of a page that a reader scrolls to. */
  readonly pictures: number
  readonly furtherPages: number
  readonly reloads: number
  readonly comments: number
}

export const MILLION: Crowd = { readers: 1_000_000, peak: 3, pictures: 2, furtherPages: 0.4, reloads: 0.15, comments: 0.002 }

/** What a proxy or a CDN in front does with a request of each kind. */
type Way = 'passes' | 'revalidates' | 'serves'
export interface Front {
  readonly name: string
  readonly pages: Way
  readonly files: Way
  readonly pictures: Way
}

export const FRONTS: readonly Front[] = [
  { name: 'nothing', pages: 'passes', files: 'passes', pictures: 'passes' },
  { name: 'a CDN that serves built files and revalidates the rest', pages: 'revalidates', files: 'serves', pictures: 'revalidates' },
  { name: 'the same, with CDN_SECONDS', pages: 'serves', files: 'serves', pictures: 'revalidates' },
]

/** Load of the blog's own machine. */
export interface MachineLoad {
  /** In the busiest minute. */
  readonly requestsPerSecond: number
  readonly cores: number
  readonly megabitsPerSecond: number
  /** Of the whole hour. */
  readonly gigabytes: number
}

const SECONDS = 3600

export function loadOf(costs: RequestCosts, crowd: Crowd, front: Front): MachineLoad {
  const pages = 1 + crowd.furtherPages
  const perReader = [
    through(front.pages, pages, { whole: costs.page, unchanged: costs.unchanged }),
    through(front.files, costs.file.count, { whole: costs.file, unchanged: costs.unchanged }),
    through(front.pictures, pages * crowd.pictures, { whole: costs.picture, unchanged: costs.unchanged }),
    through(front.pages, crowd.reloads, { whole: costs.unchanged, unchanged: costs.unchanged }),
    through('passes', crowd.comments, { whole: costs.comment, unchanged: costs.comment }),
  ]
  const sum = (pick: (part: Cost & { requests: number }) => number) => perReader.reduce((total, part) => total + pick(part), 0)
  const atPeak = (crowd.readers / SECONDS) * crowd.peak
  return {
    requestsPerSecond: sum(({ requests }) => requests) * atPeak,
    cores: (sum(({ cpuMs }) => cpuMs) * atPeak) / 1000,
    megabitsPerSecond: (sum(({ bytes }) => bytes) * atPeak * 8) / 1e6,
    gigabytes: (sum(({ bytes }) => bytes) * crowd.readers) / 1e9,
  }
}

/** What arrives at the blog of `count` requests. */
function through(way: Way, count: number, { whole, unchanged }: Record<'whole' | 'unchanged', Cost>): Cost & { requests: number } {
  if (way === 'serves') return { requests: 0, cpuMs: 0, bytes: 0 }
  const { cpuMs, bytes } = way === 'passes' ? whole : unchanged
  return { requests: count, cpuMs: count * cpuMs, bytes: count * bytes }
}

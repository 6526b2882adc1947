/** Shows progress: as a bar on a terminal, otherwise as a line every few seconds. */
interface Progress {
  readonly show: (done: number, total: number, more?: string) => void
  readonly end: () => void
}

const BAR_WIDTH = 30
const DRAW_MS = 100
/** Width of a terminal that does not report it. */
const COLUMNS = 80
const LINE_MS = 10_000

export function openProgress(what: string, out: NodeJS.WriteStream = process.stdout): Progress {
  return out.isTTY ? drawnProgress(what, out) : plainProgress(what, out)
}

function drawnProgress(what: string, out: NodeJS.WriteStream): Progress {
  let drawnAt = 0
  return {
    show(done, total, more = '') {
      if (done < total && performance.now() - drawnAt < DRAW_MS) return
      drawnAt = performance.now()
      const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH)
      const bar = '█'.repeat(filled).padEnd(BAR_WIDTH, '░')
      out.write(`\r${`${bar} ${done} of ${total} ${what}${more}`.slice(0, (out.columns || COLUMNS) - 1)}\x1b[K`)
    },
    end: () => void out.write('\r\x1b[K'),
  }
}

function plainProgress(what: string, out: NodeJS.WriteStream): Progress {
  let saidAt = performance.now()
  return {
    show(done, total, more = '') {
      if (performance.now() - saidAt < LINE_MS) return
      saidAt = performance.now()
      out.write(`${done} of ${total} ${what}${more}\n`)
    },
    end: () => {},
  }
}

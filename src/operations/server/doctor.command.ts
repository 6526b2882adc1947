import { diagnose } from './doctor/diagnose.ts'
import type { Finding } from './doctor/finding.ts'
import type { StandaloneCommand } from '#platform/cli/command.ts'
import { plural } from '#platform/contract/plural.ts'

const MARKS: Record<Finding['state'], string> = { fine: '✓', attention: '!', wrong: '✗' }

export const doctorCommand: StandaloneCommand = {
  name: ['doctor'],
  usage: 'doctor',
  summary: 'Checks the whole set-up and prints in plain words what is wrong and what to do.',
  flags: {},
  async runStandalone({ env, out, fail }) {
    const findings = await diagnose(env, Date.now())
    const width = Math.max(...findings.map(({ subject }) => subject.length))
    for (const { subject, state, says, advice } of findings) {
      out(`${MARKS[state]} ${subject.padEnd(width)}  ${says}`)
      if (advice !== undefined && state !== 'fine') out(`${' '.repeat(width + 4)}→ ${advice}`)
    }
    const wrong = findings.filter(({ state }) => state === 'wrong').length
    const attention = findings.filter(({ state }) => state === 'attention').length
    out('')
    if (wrong > 0) fail()
    if (wrong > 0) out(`${plural(wrong, '1 thing is', 'things are')} wrong.`)
    else out(attention > 0 ? `Nothing is wrong; ${plural(attention, '1 thing is', 'things are')} worth a look.` : 'All is well.')
  },
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { isComplete } from '#tests/support/sweep.ts'
import { DraftScenario, KINDS, type Step } from '#tests/support/writing/draft-scenario.ts'

/**
 * Random scenarios of two tabs, two devices and two admins, with lost and late responses, ended sessions and crashes, through
 * the code of the form and the real server.
 */
const STORIES = Number(process.env['KINDRED_STORIES'] ?? (isComplete ? 200 : 40))

const kind = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Step['kind']>('type') },
  { weight: 6, arbitrary: fc.constant<Step['kind']>('wait') },
  { weight: 4, arbitrary: fc.constantFrom<Step['kind'][]>('open', 'crash', 'leave', 'return') },
  { weight: 4, arbitrary: fc.constantFrom<Step['kind'][]>('publish', 'publish and type', 'lose responses', 'delay requests') },
  { weight: 3, arbitrary: fc.constantFrom<Step['kind'][]>('discard', 'discard and leave', 'open other') },
  { weight: 10, arbitrary: fc.constantFrom(...KINDS) },
)
const place = fc.constantFrom<Step['place'][]>(0, 0, 1, 2, 2, 3)
/** Long ones: the first failure of a form comes after several steps. */
const steps = fc.array(fc.record({ kind, place, n: fc.nat(11) }), { minLength: 10, maxLength: 60, size: 'max' })

onEachEngine('Random scenarios of drafts', (engine) => {
  const blog = useTestApp(engine)

  it('A post that was published with a lost response, and changed by another admin since, is published after a choice', async () => {
    const step = (place: Step['place'], kind: Step['kind'], n = 0): Step => ({ place, kind, n })
    const begun = [step(0, 'open'), step(0, 'type'), step(0, 'lose responses'), step(0, 'publish'), step(0, 'type')]
    const theirs = [step(3, 'open'), step(3, 'type'), step(3, 'publish')]
    const chosen = [step(0, 'publish'), step(0, 'keep mine'), step(0, 'publish')]
    expect(await DraftScenario.play(blog(), [...begun, ...theirs, ...chosen])).toEqual([])
    const newest = blog().db.selectFrom('posts').select(['id', 'revision', 'content']).orderBy('seq', 'desc')
    const post = await newest.executeTakeFirstOrThrow()
    expect(post).toMatchObject({ revision: 3, content: '<p>t1x</p><p>t2x</p>' })
  })

  it('A text of a form that was left before it noted on the device what the server had is no second draft', async () => {
    const step = (kind: Step['kind'], n = 0): Step => ({ place: 0, kind, n })
    const twoDrafts = [step('open'), step('type'), step('begin new'), step('type'), step('leave')]
    const savedOnServer = [step('open'), step('return'), step('open other'), step('publish')]
    expect(await DraftScenario.play(blog(), [...twoDrafts, ...savedOnServer, step('open'), step('discard and leave')])).toEqual([])
  })

  it('A text that was discarded does not come back from a form whose response was lost', async () => {
    const step = (kind: Step['kind'], n = 0): Step => ({ place: 2, kind, n })
    const onDeviceAlone = [step('open'), step('type'), step('delay requests', 1), step('wait', 1), step('sign in'), step('crash')]
    const savedUnseen = [step('lose responses', 2), step('open'), step('wait', 1), step('leave')]
    expect(await DraftScenario.play(blog(), [...onDeviceAlone, ...savedUnseen, step('open'), step('discard and leave')])).toEqual([])
  })

  it('A text that was discarded does not come back on a page that was rendered before the server had the deletion', async () => {
    const step = (kind: Step['kind'], n = 0): Step => ({ place: 0, kind, n })
    const saved = [step('open'), step('type'), step('wait', 1)]
    const restored = [...saved, step('leave'), step('open')]
    for (const begun of [saved, restored])
      for (const n of [0, 1]) expect(await DraftScenario.play(blog(), [...begun, step('discard and leave', n)])).toEqual([])
  })

  it('A text that was discarded does not come back from a form that holds another text of the same id', async () => {
    const step = (place: Step['place'], kind: Step['kind'], n = 0): Step => ({ place, kind, n })
    const twoTabs = [step(0, 'open'), step(0, 'type'), step(0, 'open', 2), step(1, 'open'), step(0, 'open'), step(0, 'sign out')]
    const twoTexts = [step(1, 'type'), step(0, 'wait', 2), step(1, 'crash'), step(0, 'crash'), step(0, 'offline')]
    expect(
      await DraftScenario.play(blog(), [...twoTabs, ...twoTexts, step(0, 'open'), step(1, 'open'), step(1, 'discard and leave')]),
    ).toEqual([])
  })

  it('No text typed more than a second before is lost, none is published twice, none is replaced unseen, and no discarded one comes back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (scenario) => {
        expect(await DraftScenario.play(blog(), scenario)).toEqual([])
      }),
      { numRuns: STORIES, endOnFailure: true },
    )
  })
})

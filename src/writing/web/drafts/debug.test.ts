import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { Story } from '#tests/support/writing/story.ts'
onEachEngine('debug', (engine) => {
  const blog = useTestApp(engine)
  it('replay', async () => {
    let steps = JSON.parse(readFileSync('/tmp/w/s/story.json', 'utf8').replaceAll('__proto__:null,', ''))
    const want = (await Story.play(blog(), steps))[0]?.split(':')[0]
    expect(want).toBeDefined()
    for (let size = 16; size >= 1; size = Math.floor(size / 2)) {
      for (let index = 0; index < steps.length; ) {
        const fewer = steps.toSpliced(index, size)
        if ((await Story.play(blog(), fewer))[0]?.startsWith(want!)) steps = fewer
        else index += size
      }
    }
    process.env['KINDRED_TRACE'] = '1'
    console.log(steps.map((s: any) => `${s.place} ${s.kind} ${s.n}`).join('\n'))
    console.log(await Story.play(blog(), steps))
  }, 300000)
})

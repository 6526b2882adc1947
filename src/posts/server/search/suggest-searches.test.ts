import { beforeAll, expect, it } from 'vitest'
import { deletePost, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import type { TestClient } from '#tests/support/test-client.ts'
import type { TestUser } from '#tests/support/test-app.ts'

onEachEngine('A search that finds nothing', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  let reader: TestUser
  let family: TestUser
  const suggest = async (searchTerm: string, by: TestClient = blog().visitor(), more: { category?: string; slug?: string } = {}) =>
    (await by.call(listPosts, { query: { searchTerm, ...more } })).suggestions

  const POSTS: readonly (readonly [Audience, string, string, string])[] = [
    ['public', 'medical', 'Hospitals at night', 'We were running to the Hospital on Tuesday.'],
    ['public', 'life', 'Träume', 'Der Zug und die Größe. Don’t worry, the pump hums.'],
    ['public', 'life', 'Больница', 'Мы едем домой.'],
    ['family', 'life', 'Among us', 'The gastrostomy went well, like the hospiteln.'],
    ['admins', 'life', 'Among admins', 'A zebrafish.'],
  ]

  beforeAll(async () => {
    admin = await blog().makeAdmin()
    reader = await blog().makeUser()
    family = await blog().makeUser({ isFamily: true })
    for (const [audience, category, title, text] of POSTS)
      await blog().makePost({ by: admin, audience, category, title, content: `<p>${text}</p>` })
  })

  it.each([
    // One letter missing, added, replaced or swapped, and two mistakes.
    ['hospitl', ['Hospital']],
    ['hopsital', ['Hospital']],
    ['osbital', undefined],
    ['hosbitel', ['Hospital']],
    // Suggestions have the spelling of the post: no stems, with accents, in lower case if the post has that.
    ['runing', ['running']],
    ['tuseday', ['Tuesday']],
    ['grösze', ['Größe']],
    ['dnot', ['Don’t']],
    ['бальница', ['Больница']],
    // The other words remain as typed.
    ['Hopsital Nights', ['Hospital Nights']],
    ['hopsital nihgt', ['Hospital night']],
    // No similar word, none in the same post, or too many mistakes.
    ['giraffe', undefined],
    ['ab', undefined],
    ['pmup hospital', undefined],
    ['hopsital nihgt tuseday', undefined],
    ['one two three four five six hopsital', undefined],
    ['hopsital pump', undefined],
    // Every word occurs, but not in one post.
    ['pump hospital', undefined],
    ['病院の夜', undefined],
  ])('offers for %s what the blog has', async (term, expected) => {
    expect(await suggest(term)).toEqual(expected)
  })

  it('gets no suggestions if it has results, is blank, or is within one post', async () => {
    for (const term of ['hospital', 'hospi', '', 'h']) expect(await suggest(term)).toBeUndefined()
    expect(await suggest('', blog().visitor(), { category: 'technology' })).toBeUndefined()
    expect(await suggest('hopsital', blog().visitor(), { slug: 'hospitals-at-night' })).toBeUndefined()
  })

  it('gets only suggestions that have results with its filters', async () => {
    expect(await suggest('hopsital', blog().visitor(), { category: 'medical' })).toEqual(['Hospital'])
    expect(await suggest('hopsital', blog().visitor(), { category: 'life' })).toBeUndefined()
    // Spelt correctly, but in posts that the filter excludes.
    expect(await suggest('hospital', blog().visitor(), { category: 'life' })).toBeUndefined()
  })

  it('gets no suggestion of a word that occurs only in posts for others', async () => {
    const words = ['gastrostemy', 'zebrafisch'] as const
    const offered = async (by: TestClient) => Promise.all(words.map((word) => suggest(word, by)))
    for (const who of [blog().visitor(), reader]) expect(await offered(who)).toEqual([undefined, undefined])
    expect(await offered(family)).toEqual([['gastrostomy'], undefined])
    expect(await offered(admin)).toEqual([['gastrostomy'], ['zebrafish']])
    // A more similar hidden word does not displace a visible one.
    expect(await suggest('hospitelm')).toEqual(['Hospital'])
    expect(await suggest('hospitelm', family)).toEqual(['hospiteln', 'Hospital'])
  })

  it('gets suggestions that follow changes of audience and deletions', async () => {
    const post = await blog().makePost({ by: admin, title: 'Marmalade', audience: 'family' })
    const params = { postId: post._id, userId: admin.id }
    const open = (audience: Audience) => admin.call(updatePost, { params, body: { audience } })
    expect(await suggest('marmelade')).toBeUndefined()
    await open('public')
    expect(await suggest('marmelade')).toEqual(['Marmalade'])
    await open('family')
    expect([await suggest('marmelade'), await suggest('marmelade', family)]).toEqual([undefined, ['Marmalade']])
    await admin.call(deletePost, { params })
    expect([await suggest('marmelade'), await suggest('marmelade', admin)]).toEqual([undefined, undefined])
  })

  it('gets at most three suggestions, the most similar first', async () => {
    await blog().makePost({ by: admin, title: 'Beads', content: '<p>beat bean bear beam beak</p>' })
    expect(await suggest('beax')).toEqual(['beak', 'beam', 'bean'])
  })
})

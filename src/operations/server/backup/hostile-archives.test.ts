import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#platform/contract/errors.ts'
import { forgeBackup, type Member, partOf, readMembers, rowsOf, writeMembers } from '#tests/support/safe-copies/backup-files.ts'
import { useTestApp } from '#tests/support/engines.ts'
import { restoreInto } from '#tests/support/safe-copies/restore-into.ts'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import { takeSome } from '#tests/support/sweep.ts'
import { createBackup } from './create-backup.ts'
import { openArchive } from './open-archive.ts'
import { fileSource } from './archive-source.ts'
import { describeArchive } from '#operations/server/restore/describe-archive.ts'

/** Writes a size of eight gigabytes into a header, with a valid checksum. */
function pretendSize(tar: Buffer, name: string): Buffer {
  const header = tar.subarray(tar.indexOf(name)).subarray(0, 512)
  header.write('77777777777\0', 124, 'latin1')
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return tar
}

/** Offsets in a member: its name, its size, its content. */
const OFFSETS = [0, 130, 513]

/** Finds bytes of the header and the content of a member of each kind. */
const placesIn = (tar: Buffer): number[] =>
  ['kindred-backup.json', 'tables/users/', 'files/aaaa', 'SHA256SUMS', 'manifest.json']
    .map((name) => tar.indexOf(name))
    .flatMap((header) => OFFSETS.map((offset) => header + offset))

describe('The check of an archive', () => {
  const source = useTestApp('sqlite')
  const target = useTestApp('sqlite')
  let good: string
  let members: Member[]
  beforeAll(async () => {
    const reader = await source().makeUser()
    const post = await source().makePost()
    await source().makeComment(reader, post._id)
    const picture = { user_id: reader.id, kind: 'post', address: '/files/aaaaaaaaaaaaaaaa/x.jpg', bytes: 3, created_at: 1 } as const
    await source()
      .db.insertInto('pictures')
      .values({ folder: 'aaaaaaaaaaaaaaaa', unused_since: null, ...picture })
      .execute()
    await source().storage.files.write('aaaaaaaaaaaaaaaa/x.jpg', Buffer.from('xyz'))
    good = join(source().folder, 'good.tar')
    await createBackup({ databaseUrl: source().databaseUrl, files: source().storage.files, path: good, now: Date.now })
    members = await readMembers(good)
  })

  const path = () => join(source().folder, 'bad.tar')
  const without = (name: RegExp) => members.filter((member) => !name.test(member.name))
  const manifestWith = (change: (manifest: any) => void): Member => {
    const manifest = JSON.parse(members.at(-1)?.bytes.toString() ?? '')
    change(manifest)
    return { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) }
  }
  const replaced = (member: Member) => members.map((old) => (old.name === member.name ? member : old))
  const rowsIn = (table: string) => rowsOf(source().db, table, [table === 'users' ? 'username' : 'id'])

  const open = (file = path()) => openArchive(fileSource(file), { publicUrl: TEST_ORIGIN, dataDir: source().folder })

  /** Returns the error message of a restore, and expects that it changed nothing. */
  async function refusal(file = path()): Promise<string> {
    const error = await restoreInto(target(), file).then(
      () => new Error('it was restored'),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(AppError)
    for (const table of ['users', 'posts', 'pictures'] as const) {
      expect(await target().db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    expect(await target().storage.files.list('aaaaaaaaaaaaaaaa')).toEqual([])
    return (error as AppError).message
  }

  it('accepts an unchanged copy that the test forged', async () => {
    await forgeBackup(path(), members)
    const archive = await open()
    expect(archive.leftOut).toEqual([])
    await archive.close()
  })

  it('refuses one that is cut off anywhere', async () => {
    const bytes = await readFile(good)
    const lengths = [0, 100, 512, 700, 2048, bytes.length / 2, bytes.length - 1024, bytes.length - 512, bytes.length - 1]
    for (const length of takeSome(lengths, 3)) {
      await writeFile(path(), bytes.subarray(0, length))
      expect([length, await refusal()]).toEqual([length, expect.stringMatching(/ends too early|no backup of Kindred/)])
    }
  })

  it('refuses one with a byte changed in any member, and takes it without a file whose content was changed', async () => {
    const bytes = await readFile(good)
    const content = bytes.indexOf('files/aaaa') + 513
    const outcomes = new Map<number, string>()
    for (const at of [...takeSome(placesIn(bytes), 3), content]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 0x5a, at)
      await writeFile(path(), changed)
      const outcome = await open().then(
        async (archive) => {
          await archive.close()
          return archive.leftOut.join()
        },
        (error: Error) => error.name,
      )
      outcomes.set(at, outcome)
    }
    expect(outcomes.get(content)).toBe('aaaaaaaaaaaaaaaa/x.jpg')
    outcomes.delete(content)
    expect([...new Set(outcomes.values())]).toEqual(['AppError'])
  })

  it.each([
    '../escaped',
    '/etc/passwd',
    'files/../../escaped/x',
    'files/aaaaaaaaaaaaaaaa/../../x',
    'files/aaaaaaaaaaaaaaaa/nul\u0001.jpg',
    'tables/Users/000001.ndjson.gz',
    'x'.repeat(5000),
  ])('refuses one with a member named %s', async (name) => {
    await forgeBackup(path(), [{ name, bytes: Buffer.from('x') }, ...members])
    const message = await refusal()
    expect(message).toContain('that no backup has')
    expect(message.length).toBeLessThan(400)
  })

  const linkOf = (type: 'symlink' | 'link' | 'directory' | 'fifo' | 'character-device'): Member => ({
    name: 'files/aaaaaaaaaaaaaaaa/y.jpg',
    bytes: Buffer.alloc(0),
    header: { type, linkname: '/etc/passwd' },
  })

  it.each(['symlink', 'link', 'directory', 'fifo', 'character-device'] as const)('refuses one with a %s', async (type) => {
    await forgeBackup(path(), [linkOf(type), ...members])
    expect(await refusal()).toContain('that no backup has')
  })

  it('refuses one with a member twice, after the end, or with a wrong size', async () => {
    await writeMembers(path(), [...members.slice(0, 2), members[1] as Member, ...members.slice(2)])
    expect(await refusal()).toContain('twice')
    await writeMembers(path(), [...members, { name: 'files/aaaaaaaaaaaaaaaa/z.jpg', bytes: Buffer.from('z') }])
    expect(await refusal()).toContain('after its end')
    await writeMembers(path(), members)
    await writeFile(path(), pretendSize(await readFile(path()), 'tables/users/000001.ndjson.gz'))
    expect(await refusal()).toContain('larger than anything')
  })

  it('refuses one that unpacks to far more than its size', async () => {
    const bomb = { name: 'tables/comments/000001.ndjson.gz', bytes: gzipSync(Buffer.alloc(17 * 1024 * 1024), { level: 1 }) }
    expect(bomb.bytes.byteLength).toBeLessThan(400_000)
    await forgeBackup(path(), replaced(bomb))
    expect(await refusal()).toContain('unpacks to more than a part may have')
  })

  it('refuses one with unknown tables or columns, or with other rows than its manifest', async () => {
    await forgeBackup(path(), [...without(/SUMS|manifest/), partOf('sessions', [{ token_hash: 'x' }]), members.at(-1) as Member])
    expect(await refusal()).toContain("rows of a table 'sessions'")
    await forgeBackup(path(), [...without(/SUMS|manifest/), partOf('sqlite_schema', [{}]), members.at(-1) as Member])
    expect(await refusal()).toContain("rows of a table 'sqlite_schema'")
    const users = await rowsIn('users')
    await forgeBackup(path(), replaced(partOf('users', [{ ...users[0], is_owner: 1 }])))
    expect(await refusal()).toMatch(/column "is_owner" in line 1/)
  })

  it('refuses one with users who have wrong values', async () => {
    const [user] = await rowsIn('users')
    const wrong: [change: object, problem: string][] = [
      [{ email: 5 }, 'has no text for the column email in line 1'],
      [{ created_at: 'x' }, 'has no integer for the column created_at in line 1'],
      [{ created_at: 1.5 }, 'has no integer for the column created_at in line 1'],
      [{ email: {} }, 'has no text for the column email in line 1'],
      [{ username: null }, 'NOT NULL constraint failed: users.username'],
      [{ username: 'NO' }, 'CHECK constraint failed: users_username_form'],
      [{ is_admin: 7 }, 'CHECK constraint failed'],
    ]
    // A part each: the check of a part ends at its first wrong row.
    const parts = wrong.map(([change], index) => partOf('users', [{ ...user, ...change }], index + 1))
    await forgeBackup(
      path(),
      members.flatMap((member) => (member.name === parts[0]?.name ? parts : [member])),
    )
    const lines = (await refusal()).split('\n')
    for (const [index, [change, problem]] of wrong.entries()) {
      const line = lines.find((text) => text.includes(String(parts[index]?.name)))
      expect([change, line]).toEqual([change, expect.stringContaining(problem)])
    }
  })

  it('refuses one with inconsistent rows', async () => {
    const users = await rowsIn('users')
    await forgeBackup(path(), replaced(partOf('users', [users[0] ?? {}, { ...users[1], email: users[0]?.['email'] }])))
    expect(await refusal()).toContain('UNIQUE constraint failed: users.email')
    const comments = await rowsIn('comments')
    await forgeBackup(path(), replaced(partOf('comments', [{ ...comments[0], post_id: 'nowhere' }])))
    expect(await refusal()).toContain('comments: 1 rows name rows of posts that are not in the backup.')
    await forgeBackup(path(), replaced({ name: 'tables/comments/000001.ndjson.gz', bytes: gzipSync('{"id":1}\nnot json\n') }))
    expect(await refusal()).toContain('no text for the column content in line 1')
    await forgeBackup(path(), replaced({ name: 'tables/comments/000001.ndjson.gz', bytes: gzipSync('[]\n') }))
    expect(await refusal()).toContain('has no row in line 1')
  })

  it('refuses one with wrong or missing checksums', async () => {
    const sums = members.find(({ name }) => name === 'SHA256SUMS') as Member
    await writeMembers(path(), replaced({ ...sums, bytes: Buffer.from(sums.bytes.toString().replaceAll('a', 'b')) }))
    expect(await refusal()).toContain('list of checksums was changed')
    await writeMembers(path(), without(/SUMS/))
    expect(await refusal()).toContain('ends too early')
    await writeMembers(path(), without(/^tables\/users/))
    expect(await refusal()).toMatch(/tables\/users\/000001\.ndjson\.gz is missing\./)
    await writeMembers(path(), [...members.slice(0, -2), partOf('users', await rowsIn('users'), 2), ...members.slice(-2)])
    expect(await refusal()).toContain('was put in later: it has no checksum.')
  })

  it('leaves out damaged, missing and foreign files, and names them', async () => {
    const file = members.find(({ name }) => name.startsWith('files/')) as Member
    const leftOut = async () => {
      const archive = await open()
      await archive.close()
      expect([...archive.files.keys()]).toEqual([])
      return archive.leftOut
    }
    await writeMembers(path(), replaced({ ...file, bytes: Buffer.from('abc') }))
    expect(await leftOut()).toEqual(['aaaaaaaaaaaaaaaa/x.jpg'])
    await writeMembers(path(), without(/^files/))
    expect(await leftOut()).toEqual(['aaaaaaaaaaaaaaaa/x.jpg'])
    await forgeBackup(path(), [...without(/^files/).slice(0, -2), { ...file, name: 'files/bbbb/y.jpg' }, ...members.slice(-2)])
    expect(await leftOut()).toEqual(['aaaaaaaaaaaaaaaa/x.jpg', 'bbbb/y.jpg'])
  })

  it('cleans what it takes as if it were written here', async () => {
    const [post] = await rowsIn('posts')
    const [user] = await rowsIn('users')
    const content = '<p onclick="x()">Hello <a href="javascript:alert(1)">there</a></p><meta http-equiv="refresh" content="0;url=//evil">'
    const forged = { ...post, content, image_url: 'https://evil.example/x.png' }
    const users = (await rowsIn('users')).map((each) => ({ ...each, picture_url: 'https://evil.example/face.png', is_admin: 1 }))
    await forgeBackup(
      path(),
      members.map((member) =>
        member.name.startsWith('tables/posts/')
          ? partOf('posts', [forged])
          : member.name.startsWith('tables/users/')
            ? partOf('users', users)
            : member,
      ),
    )
    const archive = await open()
    expect(await archive.rows.selectFrom('posts').select(['content', 'image_url']).execute()).toEqual([
      { content: '<p>Hello <a href="about:blank">there</a></p>', image_url: null },
    ])
    expect(await archive.rows.selectFrom('users').select('picture_url').where('picture_url', 'is not', null).execute()).toEqual([])
    expect((await describeArchive(archive)).admins).toContainEqual({ name: user?.['username'], email: user?.['email'] })
    await archive.close()
  })

  it('takes an imported comment that is longer than one that is written here', async () => {
    const [comment] = await rowsIn('comments')
    await forgeBackup(path(), replaced(partOf('comments', [{ ...comment, content: 'x'.repeat(200_000) }])))
    const archive = await open()
    expect(archive.leftOut).toEqual([])
    await archive.close()
  })

  it('refuses texts that are too long, settings that cannot be read, and parts that unpack to far more than they hold', async () => {
    const [post] = await rowsIn('posts')
    await forgeBackup(path(), replaced(partOf('posts', [{ ...post, content: 'x'.repeat(1024 * 1024 + 1) }])))
    expect(await refusal()).toContain('more in the column content than a blog takes')
    await forgeBackup(path(), replaced(partOf('posts', [{ ...post, title: 'x'.repeat(100 * 1024 + 1) }])))
    expect(await refusal()).toContain('more in the column title than a blog takes')
    await forgeBackup(path(), [
      ...without(/SUMS|manifest/),
      partOf('settings', [{ name: 'blog.name', value: 'no JSON' }], 9),
      members.at(-1) as Member,
    ])
    expect(await refusal()).toContain('setting "blog.name" that cannot be read')
    const [picture] = await rowsOf(source().db, 'pictures', ['folder'])
    await forgeBackup(path(), replaced(partOf('pictures', [{ ...picture, address: 'https://evil.example/x.jpg' }])))
    expect(await refusal()).toContain('a picture that is not one of this blog')
    // 8 MB in each part, in texts that a blog would take.
    const comments = await rowsIn('comments')
    const rows = Array.from({ length: 90 }, (_, index) => ({ ...comments[0], id: `of-a-bomb-${index}`, content: 'x'.repeat(90_000) }))
    const parts = Array.from({ length: 12 }, (_, number) =>
      partOf(
        'comments',
        rows.map((row) => ({ ...row, id: `${row.id}-${number}` })),
        number + 2,
      ),
    )
    await forgeBackup(path(), [...without(/SUMS|manifest/), ...parts, members.at(-1) as Member])
    expect((await stat(path())).size).toBeLessThan(460_000)
    expect(await refusal()).toContain('unpacks to far more than any blog')
  })

  it('refuses one of a newer version, or with a wrong head', async () => {
    const head = JSON.parse(members[0]?.bytes.toString() ?? '')
    const headWith = (change: object) =>
      replaced({ name: 'kindred-backup.json', bytes: Buffer.from(JSON.stringify({ ...head, ...change })) })
    await forgeBackup(path(), headWith({ schema: '0999-from-the-future' }))
    expect(await refusal()).toMatch(/^This backup was made by a newer version of Kindred \(0999-from-the-future; .*Nothing was changed\./)
    await forgeBackup(path(), headWith({ formatVersion: 2 }))
    expect(await refusal()).toContain('newer version of Kindred')
    await forgeBackup(path(), replaced(manifestWith((manifest) => (manifest.schema = '0000-other'))))
    expect(await refusal()).toContain('different schemas')
    await forgeBackup(path(), headWith({ format: 'other' }))
    expect(await refusal()).toContain('Its beginning is not that of a backup')
    await forgeBackup(path(), replaced({ name: 'manifest.json', bytes: Buffer.from('{"a":1}') }))
    expect(await refusal()).toContain('Its manifest is not that of a backup')
  })
})

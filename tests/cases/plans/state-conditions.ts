/**
 * Finds queries that read `posts` or `comments` without a condition on the state, in the text of the statement itself: a
 * draft, a post in the trash or a deleted comment could be shown to readers.
 */

/** Spells a column of the table, with its alias or without. */
type Spell = (column: string) => string

/** A pattern of queries, and why they need no condition. */
type Exception = readonly [RegExp, string]

interface Rule {
  readonly table: string
  /** What queries for readers contain. */
  readonly conditions: (spell: Spell) => readonly string[]
  readonly exceptions: readonly Exception[]
  /** In calls of admins alone. */
  readonly deskExceptions: readonly Exception[]
}

const RULES: readonly Rule[] = [
  {
    table: 'posts',
    conditions: (spell) => [`${spell('kind')} = '(post|page)'`, `${spell('state')} = 'published'`],
    exceptions: [
      [/from \(select "posts"\."seq" .*\) as "page" .*"posts"\."seq" = "page"\."seq"/, 'rows of a page, which has the condition'],
      [/from posts as trashed where .* and trashed\.state = 'trashed'$/, 'leaves out what is in the trash'],
      [/where "author_id" = /, 'own texts'],
      [/^select "id" from "posts" where "id" in \(select "post_id" /, 'locks'],
    ],
    deskExceptions: [
      [/\) as "page" .*posts\.seq = page\.seq/, 'rows of a page, which has the condition'],
      [/"state_before".* from "posts" where "id" = \S+$/, 'a text by its id, whose state decides what is done'],
      [/^select "id", "title", "slug" from "posts" where "id" in \([^s]*\)$/, 'the posts of comments that the admin has listed'],
      [/^select "id" from "posts" where "import_id" = /, 'what an import has brought, in any state but the trash'],
    ],
  },
  {
    table: 'comments',
    conditions: (spell) => [`${spell('state')} (= '(shown|pending)'|<> 'deleted')`],
    exceptions: [
      [/^select "id", "state" from "comments" where "id" in/, 'says of a reply that its parent was deleted'],
      [/where "user_id" = /, 'everything of one account'],
      [/^select "post_id" from "comments" where "comments"\."id" in/, 'locks'],
    ],
    deskExceptions: [
      [/\) as "page" .*"comments"\."id" = "page"\."id"/, 'rows of a page, which has the condition'],
      [/where "(?:comments|likes)"\."user_id" = /, 'everything of one account'],
      [/"removal_id" = "removals"\."id"/, 'what a removal has deleted'],
    ],
  },
]

/** Returns the queries of a statement that lack the condition. Those of admins' calls may name any state. */
export function findUnconditioned(statement: string, { isForAdmins = false }: { readonly isForAdmins?: boolean } = {}): string[] {
  const queries = queriesOf(statement.replaceAll(/\s+/g, ' ').trim())
  return RULES.flatMap(({ table, conditions, exceptions, deskExceptions }) =>
    queries.flatMap(({ own, whole }) => {
      const lacks = aliasesOf(own, table).some((alias) => {
        const spell: Spell = (column) => `(?<![\\w."])(?:"?${alias}"?\\.)?"?${column}"?`
        const needed = isForAdmins ? [`${spell('state')} (=|<>|in) \\(?'`] : conditions(spell)
        return needed.some((words) => !new RegExp(words).test(own))
      })
      if (!lacks) return []
      const allowed = isForAdmins ? [...exceptions, ...deskExceptions] : exceptions
      return allowed.some(([words]) => words.test(whole)) ? [] : [`${table}: ${whole}`]
    }),
  )
}

/** Names under which a query reads the table. */
const aliasesOf = (query: string, table: string): string[] =>
  Array.from(
    query.matchAll(new RegExp(`(?<!delete )(?:from|join) "?${table}"?(?![\\w"])(?: as "?(\\w+)"?)?`, 'g')),
    ([, alias]) => alias ?? table,
  )

interface Query {
  /** With its inner queries. */
  readonly whole: string
  /** Without them. */
  readonly own: string
}

/** Splits a statement into its queries: itself, and each that is in brackets. */
function queriesOf(statement: string): Query[] {
  const queries: Query[] = []
  const withoutInner = (text: string): string => {
    let own = ''
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] !== '(') {
        own += text[at]
        continue
      }
      const end = closingBracket(text, at)
      const inner = text.slice(at + 1, end)
      const rest = withoutInner(inner)
      if (/^ ?(select|with)\b/.test(inner)) queries.push({ whole: inner.trim(), own: rest })
      else own += `(${rest})`
      at = end
    }
    return own
  }
  const own = withoutInner(statement)
  return [...queries, { whole: statement, own }]
}

/** Returns the place of the bracket that closes the one at `start`. */
function closingBracket(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) === 0) return at
  }
  return text.length
}

/** Returns a statement that reads once for each condition on a state, without this one. */
export const withoutEachCondition = (statement: string): string[] =>
  /^\s*(update|delete)/.test(statement)
    ? []
    : Array.from(
        statement.matchAll(/(?<=state"?) (= '(published|shown|pending)'|<> 'deleted')/g),
        ({ 0: words, index }) => `${statement.slice(0, index)} is not null${statement.slice(index + words.length)}`,
      )

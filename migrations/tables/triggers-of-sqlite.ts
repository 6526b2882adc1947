import { KEEPERS } from './pictures-of-texts.ts'

const add = (counter: string, change: string) =>
  `insert into counters (name, count) select ${counter}, ${change} where true
   on conflict (name) do update set count = count + excluded.count;`

const IS_LISTED = (row: string) => `${row}.kind = 'post' and ${row}.state = 'published'`

/** Statement after a condition: a trigger has no `if`. */
const addIf = (condition: string, counter: string, change: string) =>
  `insert into counters (name, count) select ${counter}, ${change} where ${condition}
   on conflict (name) do update set count = count + excluded.count;`

const isCounted = (comment: string) =>
  `${comment}.state <> 'deleted' and exists (select 1 from posts where id = ${comment}.post_id and state <> 'trashed')`

const counters: Record<string, string> = {
  'users_are_added after insert on users': add(`'users'`, '1'),
  'users_are_removed after delete on users': add(`'users'`, '-1'),
  'posts_are_added after insert on posts': addIf(IS_LISTED('new'), `'posts:' || new.audience`, '1'),
  'posts_are_removed after delete on posts': addIf(IS_LISTED('old'), `'posts:' || old.audience`, '-1'),
  'posts_are_moved after update of kind, state, audience on posts':
    addIf(IS_LISTED('old'), `'posts:' || old.audience`, '-1') + addIf(IS_LISTED('new'), `'posts:' || new.audience`, '1'),
  // The comments of a post in the trash are not counted.
  "comments_leave_or_return after update of state on posts when (old.state = 'trashed') <> (new.state = 'trashed')": add(
    `'comments'`,
    `(case new.state when 'trashed' then -1 else 1 end) * (select count(*) from comments where post_id = new.id and state <> 'deleted')`,
  ),
  'comments_are_added after insert on comments': addIf(isCounted('new'), `'comments'`, '1'),
  'comments_are_removed after delete on comments': addIf(isCounted('old'), `'comments'`, '-1'),
  'comments_are_moved after update of state on comments':
    addIf(isCounted('old'), `'comments'`, '-1') + addIf(isCounted('new'), `'comments'`, '1'),
}

const heart = (change: string, post: string) => `update posts set likes = likes + ${change} where id = ${post};`

const hearts: Record<string, string> = {
  'post_likes_are_added after insert on post_likes when new.removal_id is null': heart('1', 'new.post_id'),
  'post_likes_are_removed after delete on post_likes when old.removal_id is null': heart('-1', 'old.post_id'),
  'post_likes_are_moved after update of removal_id on post_likes': heart(
    '(old.removal_id is not null) - (new.removal_id is not null)',
    'new.post_id',
  ),
  'visitor_likes_are_added after insert on visitor_likes': heart('1', 'new.post_id'),
  'visitor_likes_are_removed after delete on visitor_likes': heart('-1', 'old.post_id'),
}

const countReports = (row: 'old' | 'new') =>
  `update comments set report_count = (select count(*) from comment_reports where comment_id = ${row}.comment_id)
     + (select count(*) from visitor_reports where comment_id = ${row}.comment_id) where id = ${row}.comment_id;`

const reports = Object.fromEntries(
  ['comment_reports', 'visitor_reports'].flatMap((table) => [
    [`${table}_are_added after insert on ${table}`, countReports('new')],
    [`${table}_are_removed after delete on ${table}`, countReports('old')],
  ]),
)

/** Finds `/files/<folder>/` in a text. */
const folders = (text: string, holder: string) =>
  `select distinct substr(folder, 1, 16), ${holder}
   from (
     with recursive found (rest, folder) as (
       select ${text}, null
       union all
       select substr(rest, instr(rest, '/files/') + 7), substr(rest, instr(rest, '/files/') + 7, 17)
       from found where instr(rest, '/files/') > 0
     )
     select folder from found where folder glob '${'[A-Za-z0-9_-]'.repeat(16)}/'
   );`

const TEXT = `coalesce(new.image_url, '') || ' ' || new.content`

const notePictures = `insert into post_pictures (folder, post_id) ${folders(TEXT, 'new.id')}`

const pictures: Record<string, string> = {
  'posts_pictures_are_noted after insert on posts': notePictures,
  'posts_pictures_are_changed after update of image_url, content on posts': `delete from post_pictures where post_id = new.id; ${notePictures}`,
  ...Object.fromEntries(
    Object.entries(KEEPERS).flatMap(([table, holder]) => {
      const note = `insert into kept_pictures (folder, holder) ${folders(TEXT, holder('new'))}`
      const remove = `delete from kept_pictures where holder = ${holder('old')};`
      return [
        [`${table}_pictures_are_noted after insert on ${table}`, note],
        [`${table}_pictures_are_changed after update of image_url, content on ${table}`, `${remove} ${note}`],
        [`${table}_pictures_are_forgotten after delete on ${table}`, remove],
      ]
    }),
  ),
}

const leaveSearch = 'delete from post_search where rowid = (old.created_at << 20) + (old.seq & 1048575);'

/** Words enter the index from code (`search-index.ts`): they are made there. */
const search: Record<string, string> = {
  'posts_leave_search after delete on posts': leaveSearch,
  'posts_move_in_search after update of created_at on posts when old.created_at <> new.created_at': leaveSearch,
  [`posts_are_hidden_from_search after update of kind, state on posts when ${IS_LISTED('old')} and not (${IS_LISTED('new')})`]: leaveSearch,
}

export const SQLITE_TABLES = [
  'create table changes (seq integer primary key autoincrement, tag text not null, created_at bigint not null)',
  'create index changes_by_date on changes (created_at)',
  `create virtual table post_search using fts5(
     tokens, content='', contentless_delete=1, detail=none,
     tokenize="unicode61 remove_diacritics 0 categories 'L* N* M*' tokenchars '#^~@'"
   )`,
]

export const SQLITE_TRIGGERS = Object.entries({ ...counters, ...hearts, ...reports, ...pictures, ...search }).map(
  ([event, statements]) => `create trigger ${event} begin ${statements} end`,
)

import { KEEPERS } from './pictures-of-texts.ts'

/** @param body of a plpgsql function */
const define = (name: string, body: string) => `create function ${name}() returns trigger language plpgsql as $$ ${body} $$`

const addCounts = (counts: string) =>
  `insert into counters (name, count) ${counts} on conflict (name) do update set count = counters.count + excluded.count;`

// Rows are locked in the order of their names, so that two transactions do not wait for each other.
const countRows = define(
  'count_rows',
  `declare rows bigint := (select count(*) from changed);
   begin
     if rows > 0 then ${addCounts(`values (tg_table_name, case tg_op when 'DELETE' then -rows else rows end)`)} end if;
     return null;
   end`,
)

const countPosts = define(
  'count_posts',
  `begin
     ${addCounts(`select 'posts:' || audience, case tg_op when 'DELETE' then -count(*) else count(*) end
       from changed where kind = 'post' and state = 'published' group by audience order by audience`)}
     return null;
   end`,
)

const movePosts = define(
  'move_posts',
  `begin
     ${addCounts(`select 'posts:' || audience, sum(change)
       from (values (old.kind, old.state, old.audience, -1), (new.kind, new.state, new.audience, 1)) as moved (kind, state, audience, change)
       where kind = 'post' and state = 'published' group by audience having sum(change) <> 0 order by audience`)}
     if (old.state = 'trashed') <> (new.state = 'trashed') then
       ${addCounts(`select 'comments', case new.state when 'trashed' then -count(*) else count(*) end
         from comments where post_id = new.id and state <> 'deleted' having count(*) > 0`)}
     end if;
     return null;
   end`,
)

const LISTED_COMMENTS = `join posts on posts.id = changed.post_id where changed.state <> 'deleted' and posts.state <> 'trashed'`

// The comments of a post in the trash are not counted.
const countComments = define(
  'count_comments',
  `begin
     ${addCounts(`select 'comments', case tg_op when 'DELETE' then -count(*) else count(*) end
       from changed ${LISTED_COMMENTS} having count(*) > 0`)}
     return null;
   end`,
)

const moveComments = define(
  'move_comments',
  `begin
     ${addCounts(`select 'comments', sum(change) from (
         select post_id, state, -1 as change from before union all select post_id, state, 1 from after
       ) as changed ${LISTED_COMMENTS} having sum(change) <> 0`)}
     return null;
   end`,
)

const changeLikes = (changes: string) =>
  `perform 1 from posts where id in (select post_id from (${changes}) as found) order by id for no key update;
   update posts set likes = posts.likes + added.change
   from (select post_id, sum(change) as change from (${changes}) as found group by post_id having sum(change) <> 0) as added
   where posts.id = added.post_id;
   return null;`

const countLikes = define(
  'count_likes',
  `begin
     ${changeLikes(`select post_id, case tg_op when 'DELETE' then -1 else 1 end as change from changed`)}
   end`,
)

const countMemberLikes = define(
  'count_member_likes',
  `begin
     ${changeLikes(`select post_id, case tg_op when 'DELETE' then -1 else 1 end as change from changed where removal_id is null`)}
   end`,
)

const moveLikes = define(
  'move_likes',
  `begin
     ${changeLikes(`select post_id, -1 as change from before where removal_id is null
       union all select post_id, 1 from after where removal_id is null`)}
   end`,
)

const countReports = define(
  'count_reports',
  `declare reported text := coalesce(new.comment_id, old.comment_id);
   begin
     perform 1 from comments where id = reported for no key update;
     update comments set report_count = (select count(*) from comment_reports where comment_id = reported)
       + (select count(*) from visitor_reports where comment_id = reported) where id = reported;
     return null;
   end`,
)

/** Finds `/files/<folder>/` in a text. */
const folders = (holder: string) =>
  `select distinct hit.parts[1], ${holder}
   from regexp_matches(coalesce(new.image_url, '') || ' ' || new.content, '/files/([A-Za-z0-9_-]{16})/', 'g') as hit (parts);`

const notePictures = define(
  'note_pictures',
  `begin
     if tg_op = 'UPDATE' then delete from post_pictures where post_id = new.id; end if;
     insert into post_pictures (folder, post_id) ${folders('new.id')}
     return null;
   end`,
)

const keepPictures = Object.entries(KEEPERS).flatMap(([table, holder]) => [
  define(
    `keep_pictures_of_${table}`,
    `begin
       if tg_op <> 'INSERT' then delete from kept_pictures where holder = ${holder('old')}; end if;
       if tg_op <> 'DELETE' then insert into kept_pictures (folder, holder) ${folders(holder('new'))} end if;
       return null;
     end`,
  ),
  `create trigger ${table}_keep_pictures after insert or delete or update of image_url, content on ${table}
   for each row execute function keep_pictures_of_${table}()`,
])

// Words enter the index from code (`search-index.ts`): they are made there. A deleted post takes its row with it.
const leaveSearch = define('leave_search', 'begin delete from post_search where seq = old.seq; return null; end')

/** Triggers of statements that count inserted and deleted rows. */
const counting = (table: string, routine: string) =>
  (['insert', 'delete'] as const).map(
    (event) => `create trigger ${table}_count_${event} after ${event} on ${table}
      referencing ${event === 'insert' ? 'new' : 'old'} table as changed for each statement execute function ${routine}()`,
  )

export const POSTGRES_TABLES = [
  `create table post_search (
     seq bigint not null primary key references posts (seq) on delete cascade,
     created_at bigint not null,
     tokens tsvector not null
   )`,
  'create index post_search_tokens on post_search using gin (tokens) with (fastupdate = off)',
]

export const POSTGRES_TRIGGERS = [
  countRows,
  countPosts,
  movePosts,
  countComments,
  moveComments,
  countLikes,
  countMemberLikes,
  moveLikes,
  countReports,
  notePictures,
  ...keepPictures,
  leaveSearch,
  ...counting('users', 'count_rows'),
  ...counting('posts', 'count_posts'),
  ...counting('comments', 'count_comments'),
  ...counting('post_likes', 'count_member_likes'),
  ...counting('visitor_likes', 'count_likes'),
  // Row by row: a trigger with a list of columns has no table of its changes.
  `create trigger posts_are_moved after update of kind, state, audience on posts for each row
   when (old.kind <> new.kind or old.state <> new.state or old.audience is distinct from new.audience) execute function move_posts()`,
  `create trigger comments_are_moved after update on comments
   referencing old table as before new table as after for each statement execute function move_comments()`,
  `create trigger post_likes_are_moved after update on post_likes
   referencing old table as before new table as after for each statement execute function move_likes()`,
  `create trigger comment_reports_are_counted after insert or delete on comment_reports for each row execute function count_reports()`,
  `create trigger visitor_reports_are_counted after insert or delete on visitor_reports for each row execute function count_reports()`,
  `create trigger posts_note_pictures after insert or update of image_url, content on posts
   for each row execute function note_pictures()`,
  `create trigger posts_move_in_search after update of created_at on posts for each row
   when (old.created_at <> new.created_at) execute function leave_search()`,
  `create trigger posts_are_hidden_from_search after update of kind, state on posts for each row
   when (old.kind = 'post' and old.state = 'published' and not (new.kind = 'post' and new.state = 'published')) execute function leave_search()`,
]

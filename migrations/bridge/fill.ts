import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { OLD } from './set-aside.ts'

const TEXT = 'title, category, image_url, content'
const old = (table: string) => OLD + table
const textOf = (alias: string) => TEXT.replaceAll(/\w+/g, (column) => `${alias}.${column}`)

const POST_COLUMNS = `id, kind, state, state_before, author_id, editor_id, slug, ${TEXT}, revision, sequence, audience, pinned,
  comments_open, is_mailed, place, position, publish_at, trashed_at, trashed_by, created_at, updated_at`

/** Posts for all who are signed in are for the family now. */
const AUDIENCE = `case audience when 'readers' then 'family' else audience end`

const isMailed = (id: string) =>
  `case when exists (select 1 from ${old('unmailed_posts')} as silent where silent.post_id = ${id}) then 0 else 1 end`

const published = `
  insert into posts (seq, ${POST_COLUMNS}) overriding system value
  select seq, id, 'post', 'published', null, author_id, editor_id, slug, ${TEXT}, revision, 0, ${AUDIENCE}, pinned,
    comments_open, ${isMailed('was.id')}, 'none', 0, null, null, null, created_at, updated_at
  from ${old('posts')} as was`

const planned = `
  insert into posts (${POST_COLUMNS})
  select id, 'post', 'planned', null, author_id, editor_id, slug, ${TEXT}, revision, 0, ${AUDIENCE}, 0,
    comments_open, ${isMailed('was.id')}, 'none', 0, publish_at, null, null, publish_at, updated_at
  from ${old('planned_posts')} as was order by publish_at, id`

const trashed = `
  insert into posts (${POST_COLUMNS})
  select id, 'post', 'trashed', case when publish_at is null then 'published' else 'planned' end, author_id, editor_id, slug,
    ${TEXT}, revision, 0, ${AUDIENCE}, pinned, comments_open, ${isMailed('was.id')}, 'none', 0, publish_at, deleted_at, deleted_by,
    created_at, updated_at
  from ${old('trashed_posts')} as was order by created_at, id`

const pages = `
  insert into posts (${POST_COLUMNS})
  select id, 'page', 'published', null, null, editor_id, slug, title, 'uncategorized', null, content, revision, 0, ${AUDIENCE}, 0,
    1, 1, place, position, null, null, null, created_at, updated_at
  from ${old('blog_pages')} order by created_at, id`

/** Unpublished changes of a page that nobody had published: it gets a row, which shows the starter text as before. */
const untouchedPages = FIXED_PAGE_IDS.map(
  (id) => `
  insert into posts (${POST_COLUMNS})
  select '${id}', 'page', 'published', null, null, null, '${id}', '', 'uncategorized', null, '', 0, 0, 'public', 0,
    1, 1, 'none', 0, null, null, null, min(saved_at), min(saved_at)
  from ${old('post_drafts')} where post_id = '${id}' and ended_at is null
    and not exists (select 1 from posts where posts.id = '${id}') having count(*) > 0`,
)

const setting = (name: string, value: string) => `exists (select 1 from ${old('settings')} where name = '${name}' and value ${value})`
const WAS_CLOSED = setting('isClosed', `= 'true'`)
const WAS_FOR_FEWER = setting('defaultAudience', `<> '"public"'`)

/** A draft whose audience was not chosen keeps what new posts had, where they would be for more people now. */
const FORMER_DEFAULT = `case when ${setting('defaultAudience', `= '"admins"'`)} then 'admins' when ${WAS_FOR_FEWER} then 'family' end`

/** New texts, and those whose post has gone for good. Ids differ, unless a client chose one that it had seen. */
const drafts = `
  insert into posts (${POST_COLUMNS})
  select case count(*) over (partition by id) when 1 then id else user_id || '-' || post_id || '-' || id end,
    'post', 'draft', null, user_id, user_id, '', ${TEXT}, 0, sequence, coalesce(${AUDIENCE}, ${FORMER_DEFAULT}), 0, 1, 1, 'none', 0, null, null, null, saved_at, saved_at
  from ${old('post_drafts')} as was
  where ended_at is null and not exists (select 1 from posts where posts.id = ${'coalesce(was.published_as, was.post_id)'})
  order by saved_at, id`

/** Each open draft of a post that exists, the newest of one writer first. */
const changes = `
  select was.*, posts.id as target, posts.revision as current,
    row_number() over (partition by user_id, posts.id order by saved_at desc, was.id) as place
  from ${old('post_drafts')} as was
  join posts on posts.id = coalesce(was.published_as, was.post_id)
  where was.ended_at is null`

const edits = `
  insert into post_edits (post_id, user_id, ${TEXT}, audience, base_revision, sequence, is_empty, saved_at)
  select target, user_id, ${textOf('found')}, ${AUDIENCE},
    case when published_revision > coalesce(base_revision, 0) then published_revision else coalesce(base_revision, current) end,
    sequence, 0, saved_at
  from (${changes}) as found where place = 1`

const revisions = `
  insert into post_versions (id, post_id, revision, ${TEXT}, editor_id, made_at)
  select 'v-' || was.post_id || '-' || was.revision, was.post_id, was.revision, ${textOf('was')}, was.editor_id, was.published_at
  from ${old('post_revisions')} as was join posts on posts.id = was.post_id`

const olderDrafts = `
  insert into post_versions (id, post_id, revision, ${TEXT}, editor_id, made_at)
  select 'v-' || target || '-' || user_id || '-' || found.id, target, null, ${textOf('found')}, user_id, saved_at
  from (${changes}) as found where place > 1`

/** Of an address in the trash twice, the post that was deleted last keeps it. */
const trashedSlugs = `
  insert into post_slugs (slug, post_id)
  select was.slug, was.post_id from ${old('trashed_post_slugs')} as was
  join ${old('trashed_posts')} as post on post.id = was.post_id
  where true order by post.deleted_at desc, was.post_id
  on conflict do nothing`

const COMMENT_COLUMNS = `id, post_id, user_id, guest_name, content, state, state_before, deleted_at, removal_id, parent_id, parent_at,
  replied_to_id, editor_id, first_content, created_at, updated_at`
const WORDS = 'was.parent_id, was.parent_at, was.replied_to_id, was.editor_id, was.first_content, was.created_at, was.updated_at'
const state = "case was.pending when 1 then 'pending' else 'shown' end"

const comments = `
  insert into comments (${COMMENT_COLUMNS}, request_key)
  select was.id, was.post_id, was.user_id, was.guest_name, was.content, ${state}, null, null, null, ${WORDS}, was.request_key
  from ${old('comments')} as was`

const trashedComments = `
  insert into comments (${COMMENT_COLUMNS})
  select was.id, was.post_id, was.user_id, was.guest_name, was.content, ${state}, null, null, null, ${WORDS}
  from ${old('trashed_comments')} as was where true on conflict do nothing`

const deletedComments = `
  insert into comments (${COMMENT_COLUMNS})
  select was.id, was.post_id, was.user_id, was.guest_name, was.content, 'deleted', ${state}, was.deleted_at,
    case was.with_account when 1 then removals.id end, ${WORDS}
  from ${old('deleted_comments')} as was left join removals on removals.user_id = was.user_id
  where true on conflict do nothing`

/** Rows of one table and of its copies, where what they belong to is there. */
const gather = (table: string, { columns, parent, copies }: { columns: string; parent: string; copies: readonly string[] }) =>
  ['', ...copies].map(
    (copy) => `
  insert into ${table} (${columns})
  select ${columns} from ${old(copy + table)} as was
  where exists (select 1 from ${parent}s where ${parent}s.id = was.${parent}_id) on conflict do nothing`,
  )

const removed = (table: string, { from, column, parent }: { from: string; column: string; parent: string }) => `
  insert into ${table} (${column}, user_id, created_at, removal_id)
  select was.${column}, was.user_id, was.created_at, removals.id
  from ${old(from)} as was join removals on removals.user_id = was.user_id
  where exists (select 1 from ${parent} where ${parent}.id = was.${column}) on conflict do nothing`

const FOLLOWER_COLUMNS =
  'id, user_id, email, link_key, confirmed_at, confirm_hash, confirm_ends_at, bounces, bounced_at, digest_through, created_at'
/** Daily mails and mails of some categories become mails of all posts, on Sundays. */
const isWeekly = "(was.posts = 'daily' or was.posts is not null and was.categories is not null)"

/** Mails about each comment become a daily one, which begins with the oldest comment that has not been mailed. */
const commentsThrough = `case was.comments when 'at_once' then coalesce(
    (select min(created_at) - 1 from ${old('outbox')} where follower_id = was.id and kind = 'comment' and state in ('waiting', 'sending')),
    (select max(created_at) from ${old('comments')}), was.comments_through) else was.comments_through end`

const followers = `
  insert into followers (${FOLLOWER_COLUMNS}, posts, replies, comments, comments_through, ended_at)
  select ${FOLLOWER_COLUMNS}, case when ${isWeekly} then 'weekly' else was.posts end, was.replies,
    case when was.comments is null then 0 else 1 end, ${commentsThrough},
    case when was.posts is null and was.replies = 0 and was.comments is null then was.ended_at end
  from ${old('followers')} as was`

/** A print copy that has not arrived yet is deleted after a day, with its bytes. */
const uploads = `
  insert into uploads (id, user_id, name, size, state, message, address, created_at, kind)
  select id, user_id, name, size, state, message, address, created_at, case kind when 'print' then 'post' else kind end
  from ${old('uploads')}`

const FEED_COLUMNS = 'id, token_hash, user_id, created_at, last_used_at'
const OUTBOX_COLUMNS = 'id, kind, email, follower_id, since, state, attempts, next_attempt_at, problem, created_at, ended_at'
const outbox = `
  insert into outbox (${OUTBOX_COLUMNS}, priority, give_up_at)
  select ${OUTBOX_COLUMNS}, case when kind in ('follow', 'verify_email') then 1 when priority = 1 then 2 else priority end,
    case when follower_id is null then give_up_at end
  from ${old('outbox')} where kind <> 'comment'`
/** A reply that went out in the mail of another one belongs to that mail, unless it is gone or of a kind that is not kept. */
const deliveries = [
  `insert into deliveries (follower_id, post_id, mail_id) select follower_id, post_id, mail_id from ${old('mailed_posts')} as was
     where exists (select 1 from outbox where outbox.id = was.mail_id)`,
  `insert into deliveries (follower_id, comment_id, mail_id)
     select follower_id, comment_id, coalesce((select carrier.id from outbox as carrier where carrier.id = was.bundle_id), was.id)
     from ${old('outbox')} as was where kind = 'reply' and exists (select 1 from comments where comments.id = was.comment_id)`,
]

/** What was sent today counts today. The next mail tells whether the mail server works. */
const mailServer = `
  insert into mail_server (id, next_at, failures, accepted_at, pace_at, hours)
  select 1, 0, 0, 0, 0, '{' || string_agg('"' || hour || '":[' || mails || ',' || asks || ']', ',' order by hour) || '}'
  from ${old('mail_hours')} having count(*) > 0`

/** Statements that fill a table whose rows are not copied one to one. */
export const FILLED: Readonly<Record<string, readonly string[]>> = {
  posts: [published, planned, trashed, pages, ...untouchedPages, drafts],
  post_slugs: [`insert into post_slugs (slug, post_id) select slug, post_id from ${old('post_slugs')}`, trashedSlugs],
  post_edits: [edits],
  post_versions: [revisions, olderDrafts],
  post_likes: [
    ...gather('post_likes', { columns: 'post_id, user_id, created_at', parent: 'post', copies: ['trashed_'] }),
    removed('post_likes', { from: 'removed_hearts', column: 'post_id', parent: 'posts' }),
  ],
  visitor_likes: gather('visitor_likes', { columns: 'post_id, device_hash', parent: 'post', copies: ['trashed_'] }),
  account_links: [
    `insert into account_links (token_hash, user_id, purpose, email, expires_at)
     select token_hash, user_id, purpose, email, expires_at from ${old('account_links')} where purpose <> 'reset_password'`,
  ],
  // Those of second steps ended within ten minutes.
  mailed_codes: [],
  removals: [
    `insert into removals (id, user_id, removed_by, removed_at, disabled_user)
     select 'removal-' || user_id, user_id, removed_by, removed_at, was_enabled from ${old('removed_accounts')}`,
  ],
  comments: [comments, trashedComments, deletedComments],
  likes: [
    ...gather('likes', { columns: 'comment_id, user_id, created_at', parent: 'comment', copies: ['trashed_', 'deleted_'] }),
    removed('likes', { from: 'removed_likes', column: 'comment_id', parent: 'comments' }),
  ],
  comment_reports: gather('comment_reports', {
    columns: 'comment_id, user_id, reason, created_at',
    parent: 'comment',
    copies: ['trashed_', 'deleted_'],
  }),
  visitor_reports: gather('visitor_reports', {
    columns: 'comment_id, reason, created_at',
    parent: 'comment',
    copies: ['trashed_', 'deleted_'],
  }),
  feed_tokens: [`insert into feed_tokens (${FEED_COLUMNS}) select ${FEED_COLUMNS} from ${old('feed_tokens')}`],
  followers: [followers],
  uploads: [uploads],
  outbox: [outbox],
  deliveries,
  mail_server: [mailServer],
  imported_items: [
    `insert into imported_items (kind, source_id, target)
     select kind, source_id, max(target) from ${old('imported_items')}
     where kind in ('picture', 'file') and (source_id like 'http%' or source_id like 'sha256:%') group by kind, source_id`,
  ],
  // What stands in a report of 0.1 cannot be continued or taken back.
  imports: [],
  // The start of the blog builds the index, triggers note the pictures, and rows are counted below.
  search_state: [],
  search_words: [],
  post_pictures: [],
  kept_pictures: [],
  counters: [],
}

const countReaders = (table: string) => `(select count(*) from ${old(table)} where audience = 'readers')`

/** A notice to admins, shown once: how many posts became the family's, and for whom new posts are where they were for fewer. */
const movedReaders = `
  insert into settings (name, value)
  select 'readers.moved', '{"posts":' || posts || ',"at":' || newest || ',"isOpener":' || case when opens then 'true' else 'false' end || '}'
  from (
    select ${['posts', 'planned_posts', 'blog_pages'].map(countReaders).join(' + ')} as posts,
      (select coalesce(max(created_at), 0) from users) as newest,
      (not ${WAS_CLOSED} and ${WAS_FOR_FEWER}) as opens,
      exists (select 1 from users where is_admin = 0 and is_family = 0) as has_outsiders
  ) as found
  where posts > 0 or opens or (has_outsiders and ${WAS_CLOSED})`

/** Where not everybody could sign up, comments of people whom nobody knows wait. */
const waitingComments = `
  insert into settings (name, value)
  select 'firstCommentsWait', 'true' from settings where name = 'signUp' and value <> '"open"' and not ${WAS_CLOSED}
  on conflict (name) do update set value = excluded.value`

/** What triggers keep from now on. */
export const DERIVED = [
  `update posts set likes = (select count(*) from post_likes where post_id = posts.id and removal_id is null)
     + (select count(*) from visitor_likes where post_id = posts.id)`,
  `update comments set report_count = (select count(*) from comment_reports where comment_id = comments.id)
     + (select count(*) from visitor_reports where comment_id = comments.id)`,
  // A print copy is the source of its picture, whose bytes count with it.
  `update pictures set bytes = bytes + coalesce((select print_bytes from ${old('pictures')} as was where was.folder = pictures.folder), 0)`,
  // Of the operator, in the environment.
  movedReaders,
  waitingComments,
  `delete from settings where name in ('samples.posts', 'signUp', 'defaultAudience', 'linkCommentsWait',
     'mailsPerSecond', 'mailsPerDay', 'mailHour')`,
  // Admins who had chosen their mails keep what they chose; comments from before are no news.
  `update users set comment_mails_begun = case when exists (select 1 from followers where followers.user_id = users.id) then 1 else 0 end,
     comments_seen_at = (select max(created_at) from comments) where is_admin = 1`,
  // A drawing that is gone; the home page shows the hearts.
  `delete from settings where name = 'look.homePicture' and value like '"/drawings/%'`,
  `delete from outbox where kind in ('reset_password', 'second_step', 'invited')`,
  `update posts set mail_at = (select due_at from ${old('announcements')} as was where was.post_id = posts.id),
     mailed_at = (select queued_at from ${old('announcements')} as was where was.post_id = posts.id)`,
  `insert into counters (name, count) select 'users', count(*) from users`,
  `insert into counters (name, count) select 'comments', count(*) from comments
     where state <> 'deleted' and exists (select 1 from posts where posts.id = comments.post_id and posts.state <> 'trashed')`,
  `insert into counters (name, count) select 'posts:' || audience, count(*) from posts
     where kind = 'post' and state = 'published' group by audience`,
  ...['posts', 'post_edits', 'post_versions'].map((table) => `update ${table} set content = content`),
]

import { type Category, shownCategory } from '#site/contract/category-names.ts'
import { AdminLink, AdminPart, DateText, usePage, useSite, callToAction as starter, wordsOf } from '#site/web/index.ts'
import { AudienceMark, PostBody, PostCover, PostGrid, PostLikes, usePostLanguage } from '#posts/web/index.ts'
import { FollowBox, MailStatus } from '#newsletter/web/index.ts'
import { CommentsSection } from '#comments/web/index.ts'
import { Island } from '#pages/islands/island.tsx'
import { LaterStyle } from '#pages/page/later-style.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import type { PostPageData } from './load-post.ts'
import type { BlogPage } from '#site/contract/blog-pages.endpoints.ts'
import { SendLink } from './send-link.island.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { Badge } from '#ui/components/badge.tsx'

interface CallToActionProps {
  /** The family's own text; null for the starter text. */
  readonly page: BlogPage | null
  /** Of the post, to which a new member comes back. */
  readonly slug: string
}

/** Invites visitors to sign up. Members have, and comment below. */
export const CallToAction = ({ page, slug }: CallToActionProps) => {
  const { isMember, site } = usePage()
  if (isMember) return null
  const { title, content, lang } = wordsOf('call-to-action', page, site)
  return (
    <aside aria-labelledby="call-to-action" className="no-print mx-auto call-to-action">
      <div>
        <h2 id="call-to-action" lang={lang} className="text-h3">
          {title}
        </h2>
        <PostBody html={content} lang={lang} kind="lead" className="mt-2 text-ink-soft" />
      </div>
      <LinkButton variant="primary" className="shrink-0" href={`/sign-up?from=${encodeURIComponent(`/post/${slug}#comments`)}`}>
        {starter.action}
      </LinkButton>
    </aside>
  )
}

export { loadPost as loader } from './load-post.ts'
export { postHead as head } from './post-head.ts'

const CategoryLink = ({ category }: { readonly category: Category }) => {
  const name = shownCategory(category, useSite().categories)
  if (name === null) return null
  return (
    <a href={`/search?category=${category}`} className="link-target justify-center">
      <Badge dir="auto" className="wrap-anywhere">
        {name}
      </Badge>
    </a>
  )
}

/** For admins: the link to send to people, and the mails about this post. */
const WriterNotes = ({ post }: Pick<PostPageData, 'post'>) => {
  const { mail, publicUrl } = useSite()
  const { _id: postId, title, slug, audience } = post
  return (
    <AdminPart className="no-print row mx-auto mt-2 max-w-measure gap-x-4">
      <Island component={SendLink} props={{ title, url: `${publicUrl}/post/${slug}` }} hydration="visible" />
      {mail ? <Island component={MailStatus} props={{ postId, audience }} hydration="visible" /> : null}
    </AdminPart>
  )
}

const PostHeader = ({ post, lang }: Pick<PostPageData, 'post'> & { readonly lang: string | undefined }) => (
  <header>
    <div className="text-center">
      <CategoryLink category={post.category} />
      <PageHeading lang={lang} className="mx-auto max-w-[22ch]">
        {post.title}
      </PageHeading>
      {post.audience === 'public' ? null : (
        <p className="mt-2 text-small">
          <AudienceMark audience={post.audience} />
        </p>
      )}
    </div>
    {/* A picture of the text is shown where the writer put it. */}
    {post.content.includes(post.image) ? null : (
      <div className="post-cover mt-6">
        <PostCover post={post} sizes="(min-width: 54rem) 51rem, calc(100vw - 2rem)" eager />
      </div>
    )}
    <p className="ruled mx-auto flex min-h-15 max-w-measure flex-wrap items-center justify-between gap-x-4 text-small text-ink-soft">
      <span>
        <DateText at={post.createdAt} />
        {post.writer === null ? null : (
          <>
            {' '}
            by <bdi>{post.writer}</bdi>
          </>
        )}
      </span>
      <span className="no-print">
        {post.readingTimeMinutes} mins read
        <AdminLink href={`/update-post/${post._id}`} aria-label={`Edit ${post.title}`} className="link link-target ml-4">
          Edit
        </AdminLink>
      </span>
    </p>
    <WriterNotes post={post} />
  </header>
)

const RecentArticles = ({ recent }: Pick<PostPageData, 'recent'>) => (
  <section aria-labelledby="recent-articles" className="no-print mt-10">
    <h2 id="recent-articles" className="mb-6 text-center text-h2">
      Recent Articles
    </h2>
    <PostGrid posts={recent} />
  </section>
)

export const Component = ({ data: { post, comments, likes, recent, callToAction } }: { readonly data: PostPageData }) => {
  const { isMember } = usePage()
  const lang = usePostLanguage()
  return (
    <div className="wrap py-10">
      <article className="mx-auto max-w-[51rem]">
        <PostHeader post={post} lang={lang} />
        <LaterStyle />
        <PostBody html={post.content} lang={lang} />
        <PostLikes post={post} likes={likes} />
        <CallToAction page={callToAction} slug={post.slug} />
        <div className="mt-10">
          <Island
            component={CommentsSection}
            props={{ postId: post._id, postPath: `/post/${post.slug}`, comments, isOpen: post.commentsOpen }}
            hydration={isMember ? 'visible' : 'act'}
          />
        </div>
        <FollowBox className="no-print mx-auto my-10 max-w-measure" />
      </article>
      {recent.length > 0 ? <RecentArticles recent={recent} /> : null}
    </div>
  )
}

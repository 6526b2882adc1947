import FileText from 'lucide-react/icons/file-text'
import { loadPostsTab, loadTrash, type PostsData, PostsTab, Trash } from '#writing/web/index.ts'
import { dashboardTab, type LoadTabArgs, type TabProps } from '#ui/dashboard/dashboard-tab.ts'

/** The list of posts, or what `show` in the address names in its place. */
type PostsPanel =
  | ({ readonly show: 'posts' } & PostsData)
  | { readonly show: 'trash'; readonly posts: Awaited<ReturnType<typeof loadTrash>> }

const load = async ({ call, url }: LoadTabArgs): Promise<PostsPanel> => {
  const show = url.searchParams.get('show')
  if (show === 'trash') return { show, posts: await loadTrash(call) }
  return { show: 'posts', ...(await loadPostsTab(call, url)) }
}

const Posts = ({ data, user }: TabProps<PostsPanel>) => {
  if (data.show === 'trash') return <Trash posts={data.posts} />
  return <PostsTab viewerId={user._id} data={data} />
}

export const postsTab = dashboardTab({ id: 'posts', label: 'Posts', Icon: FileText, access: 'admin', load, Component: Posts })

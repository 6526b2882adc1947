import Users from 'lucide-react/icons/users'
import { loadUsersTab, UsersTab } from '#accounts/web/index.ts'
import { AccountActions } from '#comments/web/index.ts'
import { Followers, loadFollowers } from '#newsletter/web/index.ts'
import type { Api } from '#ui/api/client.ts'
import { dashboardTab } from '#ui/dashboard/dashboard-tab.ts'

const loadPeople = async (call: Api) => {
  const [accounts, followers] = await Promise.all([loadUsersTab(call), loadFollowers(call)])
  return { ...accounts, followers }
}

/** People with an account, and those who follow by mail. */
export const usersTab = dashboardTab({
  id: 'users',
  label: 'Users',
  Icon: Users,
  access: 'admin',
  load: ({ call }) => loadPeople(call),
  Component: ({ data, user }) => (
    <UsersTab viewerId={user._id} data={data} Actions={AccountActions}>
      <Followers list={data.followers} />
    </UsersTab>
  ),
})

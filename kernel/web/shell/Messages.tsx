import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Message } from '#web/feedback/Message.tsx'
import { Waiting } from '#web/feedback/Waiting.tsx'
import { get } from '#web/http/client.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { signOut } from '#web/session/sign.ts'
import { normalPath } from './match.ts'

/** Buttons of an error page: home, and sign out, the way on for users without any screen. */
function Ways() {
  const navigate = useNavigate()
  return (
    <>
      <Button onClick={() => void signOut()}>{t('退出登录')}</Button>
      <Button type="primary" onClick={() => navigate('/index')}>
        {t('回到首页')}
      </Button>
    </>
  )
}
export const Forbidden = () => (
  <Message code="401" title={t('你没有操作权限')} hint={t('请联系系统管理员')}>
    <Ways />
  </Message>
)
/** 404. An address that exists in the school but not for this user shows 'no permission' in place, without a redirect that could loop. */
export function NotFound() {
  const path = normalPath(useLocation().pathname)
  const [search] = useSearchParams()
  const id = path === '/layout' ? (search.get('id') ?? undefined) : undefined
  const { data, isPending } = useQuery({
    queryKey: ['menuStanding', id ?? path],
    queryFn: () => get<{ standing: string }>(port('menuStanding'), id ? { id } : { path: path.slice(0, 500) }, { quiet: true }),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  if (isPending) return <Waiting />
  if (data?.standing === 'forbidden') return <Forbidden />
  return (
    <Message code="404" title={t('没有这个页面')} hint={t('地址可能写错了，或页面已经移走')} detail={path}>
      <Ways />
    </Message>
  )
}
/** A menu refers to a page this build does not have. */
export const Unavailable = ({ id }: { id: string }) => <Message title={t('这个页面暂不可用')} hint={t('菜单指向的页面不在当前版本中，请联系管理员')} detail={id} />

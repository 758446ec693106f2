import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronRight, KeyRound, LogOut, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { schoolHour } from '#model/school-time.ts'
import { lazily } from '#web/base/chunk.ts'
import { useSignal } from '#web/base/signal.ts'
import { type Realm, realmOf } from '#web/credentials/realm.ts'
import { type UserInfo, userInfo } from '#web/credentials/token.ts'
import { greeting } from '#web/home/greeting.ts'
import { get, post } from '#web/http/client.ts'
import { need } from '#web/http/need.ts'
import { notify } from '#web/http/notices.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { entriesOf } from '#web/pages/pages.ts'
import { useDocumentTitle } from '#web/pages/title.ts'
import { appInfoQuery, wantedTenant } from '#web/session/appInfo.ts'
import { signOut } from '#web/session/sign.ts'
import { useOpenPictures } from '#web/theme/OpenPictures.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import style from './login.module.css'
import MustChangePassword from './MustChangePassword.tsx'
import { Paper } from './Paper.tsx'
import look from './realm.module.css'

const Consent = lazily(() => import('./Consent.tsx'))

/** Area of new students and applicants: required steps first, then the module's page, or the default home page. */
export default function RealmHome({ children }: { children?: ReactNode }) {
  const wanted = useSignal(need)
  if (wanted === 'password') return <MustChangePassword />
  if (wanted === 'privacy')
    return (
      <Suspense>
        <Consent />
      </Suspense>
    )
  return children ?? <RealmAccount />
}
/** Home page of a realm: what a module's own home page shows first, the pages of the realm, and the account. */
export function RealmAccount({ children }: { children?: ReactNode }) {
  const realm = realmOf(useLocation().pathname)
  const info = useQuery(appInfoQuery(realm)).data
  const [isChanging, setChanging] = useState(false)
  const me = userInfo(realm)
  const pictures = useOpenPictures('welcome', wantedTenant())
  const entries = entriesOf(realm.area)
  const title = realm.name === 'welcome' ? t('迎新') : t('考试报名')
  useDocumentTitle(title, info?.globalTitle)
  const changed = () => {
    notify.success(t('密码已修改'))
    setChanging(false)
  }
  return (
    <Paper info={info} pictures={realm.name === 'welcome' ? pictures : []}>
      <h1>{t('{{greeting}}，{{name}}', { greeting: t(greeting(schoolHour(Date.now()))), name: me?.nickName })}</h1>
      {children ? <div className={look.own}>{children}</div> : null}
      {entries.length ? (
        <nav className={look.entries}>
          {entries.map(({ path, title: label, badge }) => (
            <Link key={path} to={path}>
              <span>
                {t(label)}
                {badge ? <Unread /> : null}
              </span>
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </Link>
          ))}
        </nav>
      ) : children ? null : (
        <p className={style.sub}>{realm.name === 'welcome' ? t('你已登录迎新区，报到事项开放后会出现在这里') : t('你已登录考试报名区，报名开放后会出现在这里')}</p>
      )}
      {isChanging ? (
        <ChangePassword onDone={changed} extra={<Button onClick={() => setChanging(false)}>{t('取消')}</Button>} />
      ) : (
        <>
          {me && <Facts me={me} realm={realm} />}
          <div className={look.acts}>
            <Button size="large" icon={<KeyRound size={16} strokeWidth={1.75} />} onClick={() => setChanging(true)}>
              {t('修改密码')}
            </Button>
            <Button size="large" icon={<LogOut size={16} strokeWidth={1.75} />} onClick={() => void signOut(info?.ssoLogoutUrl)}>
              {t('退出登录')}
            </Button>
          </div>
        </>
      )}
    </Paper>
  )
}
/** Messages that were not read yet. */
function Unread() {
  const { data } = useQuery({ queryKey: ['unreadMessages'], queryFn: () => get<number>(port('unreadMessages'), undefined, { quiet: true }), staleTime: 0, meta: { inPlace: true } })
  return data ? <b className={look.unread}>{t('{{n}} 条未读', { n: data })}</b> : null
}
type ExamInfo = UserInfo & { ksh?: string | null; zkzh?: string | null; idCard?: string | null }

/** Account details of the realm and other sessions. */
function Facts({ me, realm }: { me: ExamInfo; realm: Realm }) {
  const numbers: Array<[string, string | null | undefined]> =
    realm.name === 'exam'
      ? [
          [t('考生号'), me.ksh],
          [t('准考证号'), me.zkzh],
          [t('身份证号'), me.idCard],
        ]
      : [[t('账号'), me.accountNo]]
  const rows = [...numbers, [t('学校'), me.schoolName] as const].filter(row => row[1])
  return (
    <dl className={look.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <Elsewhere />
    </dl>
  )
}
/** Sessions on other devices, with one button that ends them all. */
function Elsewhere() {
  const client = useQueryClient()
  const sessions = useQuery({ queryKey: ['mySessions'], queryFn: () => get<Array<{ isCurrent: boolean }>>(port('mySessions')), meta: { inPlace: true } })
  const end = useMutation({ mutationFn: () => post(port('endMySession'), {}), onSuccess: () => client.invalidateQueries({ queryKey: ['mySessions'] }) })
  const others = sessions.data?.filter(session => !session.isCurrent).length ?? 0
  if (!others) return null
  return (
    <div>
      <dt>
        <MonitorSmartphone size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('还在 {{n}} 处登录', { n: others })}
      </dt>
      <dd>
        <Button type="link" size="small" loading={end.isPending} onClick={() => end.mutate()}>
          {t('退出其他设备')}
        </Button>
      </dd>
    </div>
  )
}

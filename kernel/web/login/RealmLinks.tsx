import { Backpack, CircleHelp, FilePenLine, GraduationCap, Newspaper, School } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import type { Realm } from '#web/credentials/realm.ts'
import { port } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import style from './login.module.css'

const LoginHelp = lazily(() => import('./LoginHelp.tsx'))
const PrivacyNotice = lazily(() => import('./PrivacyNotice.tsx'))

/** Site of the public pages that belongs to a realm; they are whole pages of the server, not of this program. */
const PUBLIC = { admin: 'portal', welcome: 'welcome', exam: 'exam' } as const
/** Links to the other realms' sign-in pages, the public pages, and help. */
export function RealmLinks({ realm }: { realm: Realm }) {
  const [search] = useSearchParams()
  const [help, setHelp] = useState<boolean>()
  const tenantId = search.get('tenantId')
  const asked = tenantId ? `?tenantId=${encodeURIComponent(tenantId)}` : ''
  const address = port('publicPage')
  const doors = [
    { of: 'admin', to: '/login', icon: School, text: t('师生登录入口') },
    { of: 'welcome', to: '/welcome/login', icon: Backpack, text: t('新生报到入口') },
    { of: 'exam', to: '/dzks/login', icon: FilePenLine, text: t('考试报名入口') },
  ].filter(door => door.of !== realm.name)
  const claim = realm.name === 'admin' ? port('claimAlumnusPage') : ''
  return (
    <nav className={style.doors} aria-label={t('其他入口')}>
      {doors.map(door => (
        <Link key={door.of} to={door.to + asked}>
          <door.icon size={17} strokeWidth={1.75} aria-hidden="true" />
          {door.text}
        </Link>
      ))}
      {claim ? (
        <Link to={claim + asked}>
          <GraduationCap size={17} strokeWidth={1.75} aria-hidden="true" />
          {t('校友认领')}
        </Link>
      ) : null}
      {address ? (
        <a href={`${address}/${PUBLIC[realm.name]}${asked}`}>
          <Newspaper size={17} strokeWidth={1.75} aria-hidden="true" />
          {t('公告和指南')}
        </a>
      ) : null}
      <button type="button" onClick={() => setHelp(true)}>
        <CircleHelp size={17} strokeWidth={1.75} aria-hidden="true" />
        {t('登录帮助')}
      </button>
      {help !== undefined && (
        <Suspense>
          <LoginHelp realm={realm} open={help} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </nav>
  )
}
/** Link to the privacy notice. */
export function PrivacyLink({ tenantId }: { tenantId: string }) {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('隐私政策')}
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <PrivacyNotice tenantId={tenantId} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

import { KeyRound, Landmark, MessageCircle, MessagesSquare, School, ShieldCheck, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { realmOf } from '#web/credentials/realm.ts'
import { failureText } from '#web/http/failure.ts'
import { t } from '#web/i18n/index.ts'
import type { LoginWays, Source } from '#web/session/loginWays.ts'
import { leaveFor } from '#web/session/sso.ts'
import { Refused } from './Refused.tsx'
import style from './ways.module.css'

type Icon = typeof KeyRound
const OF_PROTOCOL: Record<string, Icon> = { cas: Landmark, oauth2: ShieldCheck, jwt: KeyRound, wecom: MessagesSquare }
/** Icon names administrators can use; a file id or path refers to the school's own picture. */
const NAMED: Record<string, Icon> = {
  landmark: Landmark,
  'shield-check': ShieldCheck,
  'key-round': KeyRound,
  'message-circle': MessageCircle,
  'messages-square': MessagesSquare,
  school: School,
  ticket: Ticket,
}
const isPicture = (icon: string): boolean => /^[0-9a-f-]{36}$/i.test(icon) || icon.startsWith('/')
const pictureOf = (icon: string): string => (icon.startsWith('/') ? icon : `/api/flySource-oss/openApi/public/link-file?fileId=${icon}`)

/** Buttons of the school's identity providers. `alone`: there is no form beside them. */
export function Sources({ of, sso, tenantId, alone }: { of: readonly Source[]; sso: LoginWays['sso'] | undefined; tenantId: string; alone: boolean }) {
  const [search] = useSearchParams()
  const [leaving, setLeaving] = useState<string>()
  const [refused, setRefused] = useState<string>()
  if (!of.length && !(alone && sso)) return alone ? <Refused text={t('学校还没有开通统一入口，请联系管理员')} /> : null
  const go = async (source: string) => {
    if (leaving) return
    setLeaving(source)
    setRefused(undefined)
    try {
      await leaveFor(source, realmOf(location.pathname), tenantId, search.get('redirect'))
    } catch (error) {
      setRefused(failureText(error))
      setLeaving(undefined)
    }
  }
  return (
    <section className={style.others} aria-label={t('其他方式')}>
      {!alone && <p className={style.divider}>{t('其他方式')}</p>}
      <div className={style.sources} data-alone={alone || undefined}>
        {alone && sso?.loginUrl && !of.some(source => source.protocol === sso.type) && (
          <a className={style.source} href={sso.loginUrl}>
            <Landmark size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('统一身份认证')}
          </a>
        )}
        {of.map(({ source, name, icon, protocol }) => {
          const Icon = NAMED[icon ?? ''] ?? OF_PROTOCOL[protocol] ?? KeyRound
          return (
            <button key={source} type="button" className={style.source} data-protocol={protocol} aria-busy={leaving === source} onClick={() => void go(source)}>
              {icon && isPicture(icon) ? <img src={pictureOf(icon)} alt="" width={18} height={18} /> : <Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
              {t(name)}
            </button>
          )
        })}
      </div>
      <Refused text={refused} />
    </section>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { get, post } from '#web/http/client.ts'
import { notify } from '#web/http/notices.ts'
import { t } from '#web/i18n/index.ts'
import { formatDatetime } from '#web/values/format.ts'
import style from '../sso/door.module.css'
import { startBinding } from '../sso/errand.ts'
import { Prove } from './Prove.tsx'

interface Binding {
  id: string
  source: string
  sourceName: string
  oauthId: string
  externalName: string | null
  boundAt: string
}
interface Unbound {
  source: string
  name: string
  /** Accounts are matched by number, without a binding. */
  isMatched: boolean
  /** A binding can be started here. */
  isBoundHere: boolean
}
interface Mine {
  bindings: Binding[]
  unbound: Unbound[]
  hasPassword: boolean
  mobile: string | null
}
const KEY = ['userBinding', 'mine']
export const title = '账号绑定'
export const order = 35

/** The user's bindings in the personal centre. */
export default function BindingsPanel() {
  const asked = useQuery({ queryKey: KEY, queryFn: () => get<Mine>('auth/userBinding/mine') })
  const queries = useQueryClient()
  const [leaving, leave] = useState<Binding>()
  const [binding, begin] = useState<Unbound>()
  if (!asked.data) return <Loading of={asked} lines={3} />
  const { bindings, unbound } = asked.data
  return (
    <>
      <ul className={style.bindings}>
        {bindings.map(b => (
          <li key={b.id}>
            <div>
              <b>{t(b.sourceName)}</b>
              <small>{[b.externalName, b.oauthId, t('{{time}} 绑定', { time: formatDatetime(b.boundAt) })].filter(Boolean).join(' · ')}</small>
            </div>
            <Button size="small" onClick={() => leave(b)}>
              {t('解除绑定')}
            </Button>
          </li>
        ))}
        {unbound.map(s => (
          <li key={s.source}>
            <div>
              <b>{t(s.name)}</b>
              <small>{said(s)}</small>
            </div>
            {s.isBoundHere && (
              <Button size="small" onClick={() => begin(s)}>
                {t('绑定')}
              </Button>
            )}
          </li>
        ))}
        {!bindings.length && !unbound.length ? <li>{t('学校没有开通其他登录系统')}</li> : null}
      </ul>
      {leaving ? (
        <Prove
          danger
          title={t('解除与“{{name}}”的绑定', { name: t(leaving.sourceName) })}
          verb={t('解除绑定')}
          failed={t('没有解除')}
          say={t('解除后不能再用 {{id}} 登录这个账号。请确认是你本人：', { id: leaving.oauthId })}
          mine={asked.data}
          onClose={() => leave(undefined)}
          act={async proof => {
            await post('auth/userBinding/unbindMine', { id: leaving.id, ...proof }, { quiet: true })
            notify.success(t('已解除绑定'))
            leave(undefined)
            await queries.invalidateQueries({ queryKey: KEY })
          }}
        />
      ) : null}
      {binding ? (
        <Prove
          title={t('绑定“{{name}}”', { name: t(binding.name) })}
          verb={t('去登录并绑定')}
          failed={t('没有绑定')}
          say={t('会打开它的登录页，登录后回到这里，以后可以用那个账号登录。请先确认是你本人：')}
          mine={asked.data}
          onClose={() => begin(undefined)}
          act={proof => startBinding(binding.source, proof)}
        />
      ) : null}
    </>
  )
}
function said(of: Unbound): string {
  if (of.isMatched) return t('按账号自动对应，不用绑定')
  return of.isBoundHere ? t('还没有绑定') : t('还没有绑定；下次从它登录时，按提示绑定一次')
}

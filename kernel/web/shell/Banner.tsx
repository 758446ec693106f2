import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { get } from '#web/http/index.ts'
import { port, portPermission } from '#web/http/ports.ts'
import { t } from '#web/i18n/index.ts'
import { useCan } from '#web/session/useCan.ts'
import style from './banner.module.css'

interface LicenceStatus {
  state: string
  expireDate: string | null
  daysLeft: number | null
  graceLeft: number | null
}
/** Banner that the school's licence has expired, for users in charge of it only. */
export function Banner() {
  const mayLook = useCan(portPermission('licenceStanding'))
  const { data } = useQuery({
    queryKey: ['entity', 'licence', 'standing'],
    queryFn: ({ signal }) => get<LicenceStatus>(port('licenceStanding'), {}, { signal, quiet: true }),
    enabled: mayLook,
    staleTime: 600_000,
    meta: { inPlace: true },
  })
  if (data?.state !== 'grace' && data?.state !== 'limited') return null
  return (
    <div className={style.banner} role="status">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{wordsOf(data)}</span>
      <Link to={port('licencePage')}>{t('去续期')}</Link>
    </div>
  )
}
function wordsOf({ state, expireDate, daysLeft, graceLeft }: LicenceStatus): string {
  if (state === 'grace') return t('授权已于 {{date}} 到期，{{n}} 天后不能新增用户、批次和导入', { date: expireDate, n: graceLeft })
  if ((daysLeft ?? 0) >= 0) return t('授权记录与供应商的签名不符，不能新增用户、批次和导入')
  return t('授权已于 {{date}} 到期，不能新增用户、批次和导入', { date: expireDate })
}

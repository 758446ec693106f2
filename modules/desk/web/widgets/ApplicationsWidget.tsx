import { Link } from 'react-router'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { myApplications } from '../../model/own.ts'
import { ApplicationLine } from '../apps/ApplicationLine.tsx'
import style from '../desk.module.css'

/** Applications with state and next step. */
export default function ApplicationsWidget() {
  const read = useRead(myApplications, { size: 3 })
  const data = read.data?.result
  return (
    <WidgetFrame title={t('我的申请')} more={{ to: '/personal/usermoreapplys', label: t('全部') }}>
      {data ? null : <Loading of={read} lines={3} />}
      {data && !data.length ? (
        <p className={style.quiet}>
          {t('还没有申请。')}
          <Link to="/servicecenter">{t('去办事大厅看看')}</Link>
        </p>
      ) : null}
      {data?.map(a => (
        <ApplicationLine key={`${a.bizType} ${a.bizId}`} application={a} />
      ))}
    </WidgetFrame>
  )
}

import { Link } from 'react-router'
import ownStyle from '#modules/workflow/applications/web/public/own.module.css'
import { WidgetFrame } from '#web/desk/WidgetFrame.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { awayNow } from '../../model/read-actions.ts'
import style from '../leave.module.css'

const MOST = 6
/** 当前外出: away now in the reader's scope, by class. */
export default function AwayWidget() {
  const read = useRead(awayNow, {})
  const { data } = read
  return (
    <WidgetFrame title={t('当前外出')} more={{ to: '/leave/returns', label: t('销假') }}>
      {data ? null : <Loading of={read} lines={4} />}
      {data ? (
        data.away ? (
          <>
            <p className={style.sentence}>
              {t('{{n}} 人请假外出，今天应返 {{due}} 人', { n: data.away, due: data.dueToday })}
              {data.overdue ? (
                <>
                  {t('，')}
                  <Link to="/leave/returns?view=overdue" className={ownStyle.over}>
                    {t('逾期 {{n}} 人', { n: data.overdue })}
                  </Link>
                </>
              ) : null}
            </p>
            <ul className={style.classes}>
              {data.classes.slice(0, MOST).map(c => (
                <li key={c.id}>
                  <Link to={`/leave/returns?classId=${c.id}`}>{c.name}</Link>
                  <span>
                    {t('{{n}} 人', { n: c.away })}
                    {c.overdue ? <em className={ownStyle.over}>{t('，逾期 {{n}}', { n: c.overdue })}</em> : null}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Empty title={t('现在没有人请假外出')} />
        )
      ) : null}
    </WidgetFrame>
  )
}

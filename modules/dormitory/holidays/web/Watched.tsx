import { Button } from 'antd'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useCan } from '#web/session/useCan.ts'
import { revokeStay, watchedStays } from '../model/actions.ts'
import style from './holiday.module.css'

/** 20-DH6: stayers to talk to. Renders nothing without any. */
export function Watched({ planId, onRevoke }: { planId: string; onRevoke: (id: string, name: string) => void }) {
  const mayRevoke = useCan(revokeStay.permission)
  const { data } = useRead(watchedStays, { planId })
  if (!data?.length) return null
  return (
    <section className={`ql-sheet ${style.card} ${style.watched}`} aria-label={t('需谈话的留校学生')}>
      <h2>{t('需谈话的留校学生')}</h2>
      <ul className={style.lines}>
        {data.map(w => (
          <li key={w.id}>
            <b>{w.name}</b>
            <small>{w.className}</small>
            <span>{t('晚归 {{lates}} 次，未归 {{outs}} 晚', { lates: w.lates, outs: w.nightsOut })}</span>
            {w.dutyTeacher ? <small>{t('责任教师 {{name}}', { name: w.dutyTeacher })}</small> : null}
            {mayRevoke ? (
              <Button type="link" size="small" onClick={() => onRevoke(w.id, w.name ?? '')}>
                {t('收回留校')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

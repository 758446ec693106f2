import { Button } from 'antd'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
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
    <Sheet title={t('需谈话的留校学生')} className={classes(style.card, style.watched)}>
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
    </Sheet>
  )
}

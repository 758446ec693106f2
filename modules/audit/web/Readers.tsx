import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { readersOf } from '../model/actions.ts'
import style from './audit.module.css'

/** Users who read or exported one student's data. */
export default function Readers({ onClose }: { onClose: () => void }) {
  const [studentId, choose] = useState<string | null>(null)
  const read = useRead(readersOf, { studentId: studentId ?? '' }, { enabled: studentId !== null })
  const { data } = read
  return (
    <Panel open title={t('谁看过这名学生')} size={720} onClose={onClose}>
      <RefSelect to="student" value={studentId} onChange={choose} placeholder={t('输入学号或姓名')} aria-label={t('学生')} className={classes(style.whom)} />
      {studentId && !data ? <Loading of={read} lines={4} /> : null}
      {data && !data.length ? <p className="ql-quiet">{t('没有人查看或导出过')}</p> : null}
      {data?.length ? (
        <PlainTable
          label={t('谁看过这名学生')}
          rows={data}
          keyOf={r => r.id}
          columns={[
            [t('时间'), r => formatDatetime(r.at)],
            [t('谁'), r => r.who ?? MISSING],
            [t('操作内容'), r => r.actionName],
            [t('理由'), r => r.reason ?? MISSING],
          ]}
        />
      ) : null}
    </Panel>
  )
}

import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import { readersOf } from '../model/actions.ts'

/** Users who read or exported one student's data. */
export default function Readers({ onClose }: { onClose: () => void }) {
  const [studentId, choose] = useState<string | null>(null)
  const read = useRead(readersOf, { studentId: studentId ?? '' }, { enabled: studentId !== null })
  const { data } = read
  return (
    <Panel open title={t('谁看过这名学生')} size={720} onClose={onClose}>
      <RefSelect to="student" value={studentId} onChange={choose} placeholder={t('输入学号或姓名')} aria-label={t('学生')} className="audit-whom" />
      {studentId && !data ? <Loading of={read} lines={4} /> : null}
      {data && !data.length ? <p className="ql-quiet">{t('没有人查看或导出过')}</p> : null}
      {data?.length ? (
        <table className="ql-plain audit-changes">
          <thead>
            <tr>
              <th scope="col">{t('时间')}</th>
              <th scope="col">{t('谁')}</th>
              <th scope="col">{t('做了什么')}</th>
              <th scope="col">{t('理由')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(r => (
              <tr key={r.id}>
                <td>{formatDatetime(r.at)}</td>
                <td>{r.who ?? MISSING}</td>
                <td>{r.actionName}</td>
                <td>{r.reason ?? MISSING}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  )
}

import { Button } from 'antd'
import { BellRing, DoorOpen, QrCode as QrIcon } from 'lucide-react'
import { useState } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import ownStyle from '#modules/workflow/applications/web/public/own.module.css'
import { Panel } from '#web/feedback/Panel.tsx'
import { QrCode } from '#web/feedback/QrCode.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useRead } from '#web/records/useRead.ts'
import { useView } from '#web/records/ViewSwitch.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { closeLeaves, deskCode, remindBack } from '../model/actions.ts'
import { leave } from '../model/leave.ts'
import { awayNow } from '../model/read-actions.ts'
import { refreshMs } from '../model/slip.ts'
import { daysText, spanText } from './labels.ts'
import style from './leave.module.css'

const VIEWS = {
  away: { label: '外出', where: { 'state.in': 'active,overdue' }, sort: ['endAt'] },
  overdue: { label: '逾期', where: { state: 'overdue' }, sort: ['endAt'] },
  closed: { label: '已销假', where: { state: 'closed' }, sort: ['-backAt'] },
} as const

export const about: PageFile['about'] = () => ({
  use: t('到期的请假谁回来了、谁逾期没有销假。'),
  who: t('辅导员看自己的学生，学院和学工处看各自的范围。'),
  first: t('先看“逾期”，打电话确认后登记销假；学生也可以在手机上自己定位销假。'),
})
/** 请假管理 → 销假: away, overdue, and closing of leaves. */
export default function ReturnPage() {
  const [isDesk, setDesk] = useState(false)
  const { data } = useRead(awayNow, {})
  const views = useView(VIEWS, { noteOf: of => (data && of !== 'closed' ? ` ${data[of]}` : '') })
  const { view } = views
  return (
    <>
      <EntityTable<typeof leave>
        of={leave}
        title={t('销假')}
        verbs={['export']}
        views={views}
        toolbar={
          <Button icon={<QrIcon size={16} />} onClick={() => setDesk(true)}>
            {t('出示销假码')}
          </Button>
        }
        columns={[
          { key: 'studentId', title: '学生', width: 140, align: 'left' },
          { key: 'studentNo', width: 150 },
          { key: 'classId', width: 128 },
          'typeId',
          { key: 'startAt', title: '时间', width: 260, render: row => spanText(row) },
          { key: 'leavesCity', width: 110 },
          { key: 'contactPhone', hidden: true },
          'state',
          view === 'closed'
            ? { key: 'backAt', width: 160, render: row => (row.backAt ? formatDatetime(row.backAt) : '—') }
            : { key: 'overdueDays', title: '逾期', width: 100, render: row => (row.overdueDays ? <span className={ownStyle.over}>{daysText(row.overdueDays)}</span> : '—') },
          ...(view === 'closed' ? (['backWay', 'actualDays'] as const) : []),
        ]}
        facts={view === 'closed' ? ['startAt', 'backAt', 'classId'] : ['overdueDays', 'startAt', 'classId']}
        filters={['studentId', collegeFilter, 'classId', 'typeId', 'leavesCity', 'endAt']}
        rowActions={row => (view === 'closed' ? [] : [closeButton([row.id], row.studentName), <Remind key="remind" ids={[row.id]} />])}
        {...(view === 'closed'
          ? {}
          : {
              batchActions: rows => (
                <>
                  {closeButton(rows.map(r => r.id))}
                  <Remind ids={rows.map(r => r.id)} />
                </>
              ),
            })}
      />
      {isDesk ? <Desk onClose={() => setDesk(false)} /> : null}
    </>
  )
}
const closeButton = (ids: string[], name?: string | null) => (
  <FormButton
    key="close"
    of={closeLeaves}
    input={{ ids }}
    icon={<DoorOpen size={15} />}
    note={name ? t('登记{{name}}返校；不填时间为现在。', { name }) : t('登记 {{n}} 人返校；不填时间为现在。', { n: ids.length })}
  >
    {t('登记销假')}
  </FormButton>
)
const Remind = ({ ids }: { ids: string[] }) => (
  <ActionButton of={remindBack} input={{ ids }} icon={<BellRing size={15} />} confirm={t('提醒 {{n}} 名学生返校销假', { n: ids.length })} done={t('已提醒')}>
    {t('提醒')}
  </ActionButton>
)
/** The desk code: scanning it closes the student's leave. */
function Desk({ onClose }: { onClose: () => void }) {
  const { data } = useRead(deskCode, {}, { every: code => refreshMs(code?.seconds) })
  return (
    <Panel open title={t('销假码')} onClose={onClose}>
      <div className={style.slip}>
        {data ? <QrCode size={280} label={t('销假码')} text={`${location.origin}/leave/mine?code=${data.code}`} /> : null}
        <small role="status">{data ? t('学生用手机扫码销假，每 {{n}} 秒更新', { n: data.seconds }) : t('正在取数')}</small>
        {data ? <code>{data.code}</code> : null}
      </div>
    </Panel>
  )
}

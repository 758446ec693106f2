import { Button } from 'antd'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Action } from '#model'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { PlacedButton } from '#web/feedback/PlacedButton.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import { t } from '#web/i18n/index.ts'
import { PrintButton } from '#web/print/PrintButton.tsx'
import type { Shown } from '#web/records/columns.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useSession } from '#web/session/useCan.ts'
import { formatDate } from '#web/values/format.ts'
import { assignDuty, enterStays, revokeStay } from '../model/actions.ts'
import { holidayStay } from '../model/holiday-stay.ts'
import { NumbersInput } from './NumbersInput.tsx'
import { Watched } from './Watched.tsx'

type Row = Shown<typeof holidayStay>
type Opened = { what: 'enter' } | { what: 'assign'; ids: string[] } | { what: 'revoke'; id: string; name: string }

/** 留校: stayers with beds and teachers; those to talk to above the list. */
export function Stays({ planId, views, toolbar }: { planId: string; views: ReactNode; toolbar: ReactNode }) {
  const { can } = useSession()
  const [opened, setOpened] = useState<Opened>()
  const ask = (of: Pick<Action, 'permission' | 'of' | 'name'>, row: Row, label: string, next: Opened) =>
    row.state === 'approved' && can(of.permission) && { of, label, onClick: () => setOpened(next) }
  return (
    <>
      <Watched planId={planId} onRevoke={(id, name) => setOpened({ what: 'revoke', id, name })} />
      <EntityTable<typeof holidayStay>
        of={holidayStay}
        title={t('离校留校')}
        views={views}
        where={{ planId }}
        verbs={['export']}
        toolbar={
          <>
            {toolbar}
            {can(enterStays.permission) ? (
              <Button icon={<UserPlus size={16} />} onClick={() => setOpened({ what: 'enter' })}>
                {t('登记留校名单')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'studentId', title: t('学生'), width: 100, align: 'left' },
          { key: 'studentNo', width: 140, align: 'left' },
          { key: 'classId', width: 128 },
          { key: 'state', width: 110 },
          { key: 'from', title: t('留校日期'), width: 240, render: row => t('{{from}} 至 {{to}}', { from: formatDate(row.from), to: formatDate(row.to) }) },
          { key: 'reason', width: 130 },
          { key: 'lodging', width: 110 },
          { key: 'bed', width: 210, align: 'left' },
          { key: 'dutyTeacherId', width: 110 },
          { key: 'guardianAgreed', hidden: true },
          { key: 'guardianName', hidden: true },
          { key: 'guardianPhone', hidden: true },
          { key: 'detail', hidden: true },
          { key: 'source', hidden: true },
          { key: 'dormId', hidden: true },
          { key: 'stayNo', hidden: true },
        ]}
        filters={['studentId', 'state', 'lodging', collegeFilter, 'classId', 'dormId', 'dutyTeacherId', 'source']}
        rowActions={row => [
          row.state === 'approved' && <PrintButton key="print" of={holidayStay} template="holidayStay" label={t('留校证')} ids={[row.id]} />,
          ask(assignDuty, row, t('指定责任教师'), { what: 'assign', ids: [row.id] }),
          ask(revokeStay, row, t('收回留校'), { what: 'revoke', id: row.id, name: row.studentName ?? '' }),
        ]}
        batchActions={rows => <Batch rows={rows} onAssign={ids => setOpened({ what: 'assign', ids })} />}
      />
      {opened ? <Beside planId={planId} opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
function Batch({ rows, onAssign }: { rows: readonly Row[]; onAssign: (ids: string[]) => void }) {
  const { can } = useSession()
  const agreed = rows.filter(r => r.state === 'approved').map(r => r.id)
  if (!agreed.length) return null
  return (
    <>
      <PrintButton of={holidayStay} template="holidayStay" label={t('留校证')} ids={agreed} />
      {can(assignDuty.permission) ? <PlacedButton onClick={() => onAssign(agreed)}>{t('指定责任教师')}</PlacedButton> : null}
    </>
  )
}
function Beside({ planId, opened, onClose }: { planId: string; opened: Opened; onClose: () => void }) {
  const changes = ['holidayStay', 'holidayClosing']
  if (opened.what === 'assign')
    return (
      <ActionForm
        of={assignDuty}
        input={{ ids: opened.ids }}
        onClose={onClose}
        note={<p className="ql-help">{t('{{n}} 名留校学生由这位教师负责，晚归和未归会告诉他。', { n: opened.ids.length })}</p>}
        done={t('已指定')}
      />
    )
  if (opened.what === 'revoke')
    return (
      <ActionForm
        of={revokeStay}
        input={{ id: opened.id }}
        onClose={onClose}
        danger
        changes={changes}
        title={t('收回留校：{{name}}', { name: opened.name })}
        note={<p className="ql-help">{t('收回后学生须重新登记去向，集中住宿的床位同时收回。')}</p>}
        done={t('已收回')}
      />
    )
  return (
    <ActionForm
      of={enterStays}
      input={{ planId }}
      size={720}
      onClose={onClose}
      changes={changes}
      done={t('已登记')}
      layout={[
        { fields: [{ field: 'studentNos', render: props => <NumbersInput {...props} />, help: t('每行一个学号，可从表格里粘贴') }] },
        { fields: ['from', 'to', 'reason', 'lodging', 'dutyTeacherId', 'detail', 'guardianAgreed'] },
      ]}
      initial={{ reason: 'duty', lodging: 'ownBed' }}
    />
  )
}
